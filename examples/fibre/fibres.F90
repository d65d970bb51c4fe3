! Anomaly 3: a fibre's temperatures lie apart in memory, one in each column. To
! hand them to an argument with a size, they are copied to a block, and back
! again. What a step adds to them is another block, since it is computed from
! its own neighbours.
! Repair (FIBRE_INPLACE): the argument has the caller's shape, and a loop takes
! the old neighbour along.
module fibres
  use mesh_data
  implicit none

contains

  ! One step of conduction along a fibre; its ends stay.
#ifdef FIBRE_INPLACE
  subroutine conduct_along(values, n, factor)
    integer, intent(in) :: n
    real(real8), intent(inout) :: values(:)
    real(real8), intent(in) :: factor
    real(real8) :: before, now
    integer :: i
    before = values(1)
    do i = 2, n - 1
      now = values(i)
      values(i) = now + factor * (before - 2 * now + values(i + 1))
      before = now
    end do
  end subroutine
#else
  subroutine conduct_along(values, n, factor)
    integer, intent(in) :: n
    real(real8), intent(inout) :: values(n)
    real(real8), intent(in) :: factor
    values(2:n-1) = values(2:n-1) + &
      factor * (values(1:n-2) - 2 * values(2:n-1) + values(3:n))
  end subroutine
#endif

  subroutine step_fibres(u, n, factor)
    integer, intent(in) :: n
    real(real8), intent(inout) :: u(n, n)
    real(real8), intent(in) :: factor
    integer :: i
    do i = 2, n - 1
      call conduct_along(u(i, :), n, factor)
    end do
  end subroutine
end module
