! The plate [0,1] x [0,1] as squares of one size. The nodes of a column, from
! bottom to top, are neighbours in memory.
module mesh_data
  implicit none
  integer, parameter :: real8 = kind(1d0)

  type mesh
    integer :: cells = 0                    ! On each side.
    integer :: elements = 0
    real(real8) :: width = 0                ! Of an element.
    integer, allocatable :: nodes(:,:)      ! Four of each element, in a circle.
    real(real8), allocatable :: places(:,:) ! x and y of each node.
  end type

contains

  subroutine make_mesh(plate, cells)
    type(mesh), intent(out) :: plate
    integer, intent(in) :: cells
    integer :: row, column, i
    plate%cells = cells
    plate%elements = cells * cells
    plate%width = 1 / real(cells, real8)
    allocate(plate%nodes(4, plate%elements))
    allocate(plate%places(2, (cells + 1) * (cells + 1)))
    do column = 1, cells
      do row = 1, cells
        i = row + (column - 1) * (cells + 1)
        plate%nodes(:, row + (column - 1) * cells) = &
          [i, i + cells + 1, i + cells + 2, i + 1]
      end do
    end do
    do column = 0, cells
      do row = 0, cells
        i = row + 1 + column * (cells + 1)
        plate%places(:, i) = [column * plate%width, row * plate%width]
      end do
    end do
  end subroutine
end module
