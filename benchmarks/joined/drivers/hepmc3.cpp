// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads collision events of a file in the old format and writes them in the new
// one, some rounds; FILE ROUNDS.

#include "HepMC3/GenEvent.h"
#include "HepMC3/GenParticle.h"
#include "HepMC3/GenVertex.h"
#include "HepMC3/ReaderAsciiHepMC2.h"
#include "HepMC3/WriterAscii.h"
#include <cstdio>
#include <cstdlib>

int main(int Count, char **Words) {
  if (Count < 3)
    return 2;
  double Energy = 0;
  size_t Events = 0;
  for (int Round = 0; Round != std::atoi(Words[2]); ++Round) {
    HepMC3::ReaderAsciiHepMC2 In(Words[1]);
    HepMC3::WriterAscii Out("events.out");
    while (true) {
      HepMC3::GenEvent Event(HepMC3::Units::GEV, HepMC3::Units::MM);
      if (!In.read_event(Event) || In.failed())
        break;
      for (const auto &Particle : Event.particles())
        if (Particle->status() == 1 && Particle->production_vertex())
          Energy +=
              Particle->momentum().e() *
              double(Particle->production_vertex()->particles_in().size());
      Out.write_event(Event);
      ++Events;
    }
    In.close();
    Out.close();
  }
  std::printf("%zu events, %.6f\n", Events, Energy);
}
