//===- fastjet.cpp - the jets of events, as a trigger finds them ----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// EVENTS events of some thousand particles: two or three hard sprays and much
// that is soft. As FastJet's own examples do it, for each event: the soft part's
// density from areas of jets (07-subtraction), small jets with that taken off,
// large jets, of which filters and taggers keep what is hard (11-filter,
// 12-boosted_higgs, 14-groomers), and the jets of three more algorithms
// (02-jetdef, 04-constituents).
//
//===----------------------------------------------------------------------===//
#include "fastjet/ClusterSequence.hh"
#include "fastjet/ClusterSequenceArea.hh"
#include "fastjet/Selector.hh"
#include "fastjet/tools/Filter.hh"
#include "fastjet/tools/JetMedianBackgroundEstimator.hh"
#include "fastjet/tools/MassDropTagger.hh"
#include "fastjet/tools/Pruner.hh"
#include "fastjet/tools/Subtractor.hh"
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace fastjet;

namespace {

/// splitmix64, in [0, 1).
double random(uint64_t &State) {
  uint64_t Z = (State += 0x9e3779b97f4a7c15);
  Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9;
  Z = (Z ^ (Z >> 27)) * 0x94d049bb133111eb;
  return double((Z ^ (Z >> 31)) >> 11) / double(uint64_t(1) << 53);
}

PseudoJet particle(double Pt, double Rap, double Phi) {
  return PseudoJet(Pt * std::cos(Phi), Pt * std::sin(Phi),
                   Pt * std::sinh(Rap), Pt * std::cosh(Rap));
}

std::vector<PseudoJet> makeEvent(uint64_t &State) {
  std::vector<PseudoJet> Event;
  for (int Soft = 0; Soft < 1000; ++Soft) {
    double Pt = -0.6 * std::log(1 - random(State));
    double Rap = 8 * random(State) - 4, Phi = 2 * M_PI * random(State);
    Event.push_back(particle(0.1 + Pt, Rap, Phi));
  }
  for (int Spray = 0; Spray < 3; ++Spray) {
    double Rap = 4 * random(State) - 2, Phi = 2 * M_PI * random(State);
    double Pt = 100 + 300 * random(State);
    for (int Part = 0; Part < 40; ++Part) {
      double Away = 0.5 * random(State) * random(State);
      double Angle = 2 * M_PI * random(State);
      double Share = Pt * random(State) / 20;
      Event.push_back(particle(Share, Rap + Away * std::cos(Angle),
                               Phi + Away * std::sin(Angle)));
    }
  }
  return Event;
}

struct Summary {
  unsigned Jets = 0, Constituents = 0, Tagged = 0;
  double Pt = 0, Mass = 0, Density = 0;
};

/// Small jets, without what the soft part put into them.
void findSmallJets(const std::vector<PseudoJet> &Event, Summary &Sum) {
  AreaDefinition Area(active_area_explicit_ghosts,
                      GhostedAreaSpec(4.5, 1, 0.05));
  JetDefinition ForDensity(kt_algorithm, 0.5);
  Selector Central = SelectorAbsRapMax(3.5) * (!SelectorNHardest(2));
  JetMedianBackgroundEstimator Density(Central, ForDensity, Area);
  Density.set_particles(Event);
  Subtractor Subtract(&Density);
  ClusterSequenceArea Clusters(Event, JetDefinition(antikt_algorithm, 0.4),
                               Area);
  std::vector<PseudoJet> Jets =
      sorted_by_pt(Subtract(Clusters.inclusive_jets(5.0)));
  Sum.Density += Density.rho();
  for (const PseudoJet &Jet : Jets) {
    if (Jet.pt() < 20)
      continue;
    ++Sum.Jets;
    Sum.Pt += Jet.pt();
  }
}

/// Large jets, and their hard parts.
void findLargeJets(const std::vector<PseudoJet> &Event, Summary &Sum) {
  ClusterSequence Clusters(Event, JetDefinition(cambridge_algorithm, 1.0));
  std::vector<PseudoJet> Jets = sorted_by_pt(Clusters.inclusive_jets(50.0));
  Filter Filtered(JetDefinition(cambridge_algorithm, 0.3),
                  SelectorNHardest(3));
  Filter Trimmed(JetDefinition(kt_algorithm, 0.2),
                 SelectorPtFractionMin(0.03));
  Pruner Pruned(cambridge_algorithm, 0.1, 0.5);
  MassDropTagger Tagger(0.667, 0.09);
  for (const PseudoJet &Jet : Jets) {
    Sum.Mass += Filtered(Jet).m() + Trimmed(Jet).m() + Pruned(Jet).m();
    PseudoJet Tagged = Tagger(Jet);
    if (Tagged == 0)
      continue;
    ++Sum.Tagged;
    Sum.Mass += Tagged.m();
  }
}

void findOtherJets(const std::vector<PseudoJet> &Event, Summary &Sum) {
  for (JetAlgorithm Algorithm :
       {kt_algorithm, cambridge_algorithm, antikt_algorithm}) {
    ClusterSequence Clusters(Event, JetDefinition(Algorithm, 0.6));
    for (const PseudoJet &Jet : sorted_by_pt(Clusters.inclusive_jets(10.0)))
      Sum.Constituents += Jet.constituents().size();
  }
}

} // namespace

int main(int Argc, char **Argv) {
  if (Argc != 2)
    return std::fprintf(stderr, "usage: %s EVENTS\n", Argv[0]), 2;
  ClusterSequence::set_fastjet_banner_stream(nullptr);
  uint64_t State = 1;
  Summary Sum;
  for (int Number = 0; Number < std::atoi(Argv[1]); ++Number) {
    std::vector<PseudoJet> Event = makeEvent(State);
    findSmallJets(Event, Sum);
    findLargeJets(Event, Sum);
    findOtherJets(Event, Sum);
  }
  std::printf("%u jets, %u constituents, %u tagged; %.6f %.6f %.6f\n", Sum.Jets,
              Sum.Constituents, Sum.Tagged, Sum.Pt, Sum.Mass, Sum.Density);
}
