! Heat in a plate whose fibres conduct along x, too: u_t = u_xx + u_yy + u_xx of
! the fibres, u = 0 at the edge, explicit steps. The plate's part is computed
! by bilinear finite elements with lumped masses, that of the fibres one by
! one. What begins as sin(pi x) sin(pi y) keeps its shape and falls with
! exp(-3 pi^2 t).
program fibre
  use matrices
  use fibres
  implicit none
  type(mesh) :: plate
  real(real8), allocatable :: u(:,:), flow(:,:)
  real(real8), parameter :: pi = acos(-1d0)
  real(real8) :: step, exact, worst
  integer :: cells, steps, i, k, n
  character(len=16) :: argument

  cells = 32
  if (command_argument_count() > 0) then
    call get_command_argument(1, argument)
    read(argument, '(i16)', iostat=i) cells
    if (i /= 0 .or. cells < 2 .or. cells > 1024) &
      error stop 'usage: fibre [cells on a side: 2 to 1024]'
  end if
  steps = 50
  call make_mesh(plate, cells)
  n = cells + 1
  allocate(u(n, n), flow(n, n))
  do k = 1, n
    do i = 1, n
      u(i, k) = sin(pi * (k - 1) * plate%width) * sin(pi * (i - 1) * plate%width)
    end do
  end do
  u(:, n) = 0
  u(n, :) = 0
  step = 0.1d0 * plate%width**2

  do i = 1, steps
    call gather(plate, u, flow)
    call advance(u, flow, n, step / plate%width**2)
    call step_fibres(u, n, step / plate%width**2)
  end do

  worst = 0
  do k = 1, n
    do i = 1, n
      exact = exp(-3 * pi**2 * step * steps) * &
        sin(pi * (k - 1) * plate%width) * sin(pi * (i - 1) * plate%width)
      worst = max(worst, abs(u(i, k) - exact))
    end do
  end do
  print '(a, es24.16)', 'heat  ', sum(u) * plate%width**2
  print '(a, es24.16)', 'error ', worst

contains

  ! What flows into each node.
  subroutine gather(plate, u, flow)
    type(mesh), intent(in) :: plate
    real(real8), intent(in) :: u(*)
    real(real8), intent(out) :: flow(*)
    integer :: e
    flow(1:(plate%cells + 1)**2) = 0
    do e = 1, plate%elements
      call gather_element(element_of(plate, e), u, flow)
    end do
  end subroutine

  subroutine gather_element(one, u, flow)
    type(element), intent(in) :: one
    real(real8), intent(in) :: u(*)
    real(real8), intent(inout) :: flow(*)
    type(matrix) :: a
    integer :: i, j
    call conduct(one, a)
    do j = 1, 4
      do i = 1, 4
        flow(one%nodes(i)) = flow(one%nodes(i)) - &
          entry_of(a, i, j) * u(one%nodes(j))
      end do
    end do
  end subroutine

  ! The edge stays cold.
  subroutine advance(u, flow, n, factor)
    integer, intent(in) :: n
    real(real8), intent(inout) :: u(n, n)
    real(real8), intent(in) :: flow(n, n), factor
    integer :: i, k
    do k = 2, n - 1
      do i = 2, n - 1
        u(i, k) = u(i, k) + factor * flow(i, k)
      end do
    end do
  end subroutine
end program
