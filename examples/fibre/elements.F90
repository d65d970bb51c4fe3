! Anomaly 1: whoever asks for an element gets a new one, with two blocks.
! Repair (FIBRE_VIEW): its parts have fixed sizes, so it is no block at all.
module elements
  use mesh_data
  implicit none

#ifdef FIBRE_VIEW
  type element
    integer :: nodes(4)
    real(real8) :: corners(2, 4)
  end type
#else
  type element
    integer, allocatable :: nodes(:)
    real(real8), allocatable :: corners(:,:)
  end type
#endif

contains

  function element_of(plate, number) result(one)
    type(mesh), intent(in) :: plate
    integer, intent(in) :: number
    type(element) :: one
    integer :: i
#ifndef FIBRE_VIEW
    allocate(one%nodes(4))
    allocate(one%corners(2, 4))
#endif
    do i = 1, 4
      one%nodes(i) = plate%nodes(i, number)
      one%corners(:, i) = plate%places(:, one%nodes(i))
    end do
  end function
end module
