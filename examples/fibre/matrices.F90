! Anomaly 2: a small matrix is an array of rows, with a block for each row.
! Repair (FIBRE_FLAT): one array of two dimensions.
module matrices
  use elements
  implicit none

#ifdef FIBRE_FLAT
  type matrix
    real(real8) :: values(4, 4)
  end type
#else
  type row
    real(real8), allocatable :: values(:)
  end type
  type matrix
    type(row) :: rows(4)
  end type
#endif

contains

  subroutine clear(a)
    type(matrix), intent(inout) :: a
#ifdef FIBRE_FLAT
    a%values = 0
#else
    integer :: i
    do i = 1, 4
      allocate(a%rows(i)%values(4))
      a%rows(i)%values = 0
    end do
#endif
  end subroutine

  subroutine add(a, i, j, value)
    type(matrix), intent(inout) :: a
    integer, intent(in) :: i, j
    real(real8), intent(in) :: value
#ifdef FIBRE_FLAT
    a%values(i, j) = a%values(i, j) + value
#else
    a%rows(i)%values(j) = a%rows(i)%values(j) + value
#endif
  end subroutine

  pure function entry_of(a, i, j) result(value)
    type(matrix), intent(in) :: a
    integer, intent(in) :: i, j
    real(real8) :: value
#ifdef FIBRE_FLAT
    value = a%values(i, j)
#else
    value = a%rows(i)%values(j)
#endif
  end function

  ! What a bilinear element of heat conducts from its corner j to i: the
  ! integral of the product of their gradients, by four points of Gauss.
  subroutine conduct(one, a)
    type(element), intent(in) :: one
    type(matrix), intent(inout) :: a
    real(real8), parameter :: gauss(2) = &
      [0.5d0 - 0.5d0 / sqrt(3d0), 0.5d0 + 0.5d0 / sqrt(3d0)]
    real(real8) :: width, gradients(2, 4), x, y
    integer :: i, j, k, l
    width = one%corners(1, 2) - one%corners(1, 1)
    call clear(a)
    do l = 1, 2
      do k = 1, 2
        x = gauss(k)
        y = gauss(l)
        gradients(1, :) = [y - 1, 1 - y, y, -y]
        gradients(2, :) = [x - 1, -x, x, 1 - x]
        gradients = gradients / width
        do j = 1, 4
          do i = 1, 4
            call add(a, i, j, 0.25d0 * width * width * &
              (gradients(1, i) * gradients(1, j) + &
               gradients(2, i) * gradients(2, j)))
          end do
        end do
      end do
    end do
  end subroutine
end module
