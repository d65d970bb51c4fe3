// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "event_log.h"
#include "input_file.h"
#include "output.h"
#include "time_stepper.h"

#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>

/// The left side is held, the right one pulled.
static Supports pulled(const Mesh &mesh) {
  Supports supports;
  const std::vector<int> left = mesh.boundary(Side::Left);
  const std::vector<int> right = mesh.boundary(Side::Right);
  supports.dofs.reserve(2 * left.size() + right.size());
  supports.values.reserve(2 * left.size() + right.size());
  for (int node : left) {
    for (int i = 0; i < 2; ++i) {
      supports.dofs.push_back(2 * node + i);
      supports.values.push_back(0);
    }
  }
  for (int node : right) {
    supports.dofs.push_back(2 * node);
    supports.values.push_back(1);
  }
  return supports;
}

/// Notes the displacements after each step, under a name.
static StepCallback noted(EventLog &log, const std::string &name) {
  return [&log, name](double load, const Vector &u) {
    log.add(name, u.norm() / load);
  };
}

static double solve(const InputFile &input, std::ostream &out) {
  EventLog log(input.number("log.verbose") != 0);
  log.open("iterations of conjugate gradients", {});
  log.open("nodes in a layer", {});
  log.expect(100);

  const Mesh mesh(int(input.number("mesh.columns")),
                  int(input.number("mesh.rows")), input.number("mesh.width"),
                  input.number("mesh.height"));
  for (const auto &layer : mesh.layers(Side::Bottom))
    log.add("nodes in a layer", double(layer.size()));

  Materials materials;
  for (const char *group : {"bulk", "notch"}) {
    const std::string prefix = group + std::string(".");
    materials[group] = makeMaterial(input.text(prefix + "kind"),
                                    input.section(prefix + "parameter."));
  }

  Assembler assembler(mesh, materials, input.number("radius"), log);
  Newton newton(assembler, log, 1e-8, 50);
  TimeStepper stepper(assembler, newton, pulled(mesh));

  Output output(out, mesh);
  const double height = lengthOf(mesh, Side::Right);
  std::vector<double> peaks;
  stepper.onStep([&](double load, const Vector &u) {
    std::vector<Field<double>> fields;
    Field<double> damage = assembler.damage();
    peaks.push_back(maxAbs(damage.data()));
    peaks.push_back(percentile(damage.data(), 0.9));
    fields.push_back(std::move(damage));
    output.write(load, u, fields);
  });

  stepper.onStep(noted(log, "displacement per load"));

  Vector u(mesh.numDofs());
  int steps = stepper.run(input.numbers("loads.first"), u);
  const Vector preloaded = u;
  steps += stepper.run(input.numbers("loads.then"), u);

  double checksum = u.norm() + preloaded.norm() + height + steps + log.total() +
                    log.mean("nodes in a layer");
  for (double peak : peaks)
    checksum += peak;
  return checksum;
}

int main(int argc, char **argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: fem INPUT [OUTPUT]\n");
    return 2;
  }
  try {
    std::ifstream in(argv[1]);
    if (!in)
      throw std::runtime_error(std::string("cannot read ") + argv[1]);
    std::ofstream out(argc > 2 ? argv[2] : "/dev/null");
    std::printf("checksum %.6f\n", solve(InputFile(in), out));
  } catch (const std::exception &error) {
    std::fprintf(stderr, "fem: %s\n", error.what());
    return 1;
  }
}
