//===- StackGraphViews.cpp - the call graph of stacks, drawn --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/stacks/StackGraphViews.h"
#include "Document/Document.h"
#include "Report/stacks/StackParts.h"
#include "Report/text/Columns.h"
#include "Report/text/EstimateKeys.h"
#include "Report/text/EstimateText.h"
#include "Report/text/Paragraph.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace llvm;

namespace anomalloc {

static std::string nameOf(const StackTree &T, const StackGraph &G, uint32_t V,
                          size_t Width) {
  return stackFunctionName(T.Functions[G.Vertices[V].Function], Width);
}

static std::string placeOf(const StackTree &T, const StackGraph::Vertex &V,
                           size_t Width) {
  return stackPlace(T.Functions[V.Function], V.File, V.Line, Width);
}

static std::string callersOf(const StackTree &T, const StackGraph &G,
                             const StackGraph::Place &P, size_t Width) {
  constexpr size_t Shown = 3;
  std::string Text;
  for (size_t I = 0; I != P.Callers.size() && I != Shown; ++I) {
    auto [Caller, Count] = P.Callers[I];
    Text += (I ? ", " : "") + nameOf(T, G, Caller, Width) + " " +
            formatPercent(Count, G.Vertices[P.Vertex].Through);
  }
  if (P.Callers.size() > Shown)
    Text += " and " + utostr(P.Callers.size() - Shown) + " more";
  return Text;
}

/// Those that the list of shared functions has.
static std::vector<uint32_t> sharedFunctions(const StackTree &T,
                                             const StackGraph &G) {
  constexpr size_t Most = 15;
  std::vector<uint32_t> Shown;
  for (uint32_t I = 0; I != G.Vertices.size() && Shown.size() != Most; ++I)
    if (T.Functions[G.Vertices[I].Function].IsUser || !G.UserKnown)
      Shown.push_back(I);
  return Shown;
}

namespace {

/// Lines with a weight, its share, and a function.
class VertexList {
public:
  VertexList(raw_ostream &OS, const StackTree &T, const StackGraph &G,
             const TextStyle &Style)
      : OS(OS), T(T), G(G), Style(Style),
        // Of bytes, a part may need a digit more.
        Width(stackWeight(T, G.Weight, Style).size() + T.ByBytes) {
    if (!T.isEstimated())
      return;
    for (const StackGraph::Place &P : G.Places)
      makeRoom(P.WeightEstimate);
    for (uint32_t I : sharedFunctions(T, G))
      makeRoom(G.Vertices[I].ThroughEstimate);
  }

  void print(uint32_t I, const Estimate &Weight) const;
  /// Columns in front of the function.
  size_t indent() const { return 2 + Width + 1 + 7 + T.isEstimated() + 2; }

private:
  void makeRoom(const Estimate &Weight) {
    Width = std::max(Width, columnsOf(stackWeight(T, Weight, Style)));
  }

  raw_ostream &OS;
  const StackTree &T;
  const StackGraph &G;
  const TextStyle &Style;
  size_t Width;
};

void VertexList::print(uint32_t I, const Estimate &Weight) const {
  const StackGraph::Vertex &V = G.Vertices[I];
  size_t Room = Style.Width - std::min(Style.Width / 2, indent() + 3);
  std::string Numbers;
  raw_string_ostream(Numbers)
      << padLeft(stackWeight(T, Weight, Style), Width) << ' '
      << right_justify(
             aboutIf(*T.Source, formatPercent(Weight.Value, G.Weight)),
             7 + T.isEstimated())
      << "  ";
  std::string Place = placeOf(T, V, Style.room(Room / 2));
  Paragraph Line(2, indent());
  Line.add(Numbers).add(
      nameOf(T, G, I, Style.room(Room - std::min(Room / 2, columnsOf(Place)))),
      T.Functions[V.Function].IsUser ? Paint::Strong : Paint::Plain);
  if (!Place.empty())
    Line.add(" @ " + Place, Paint::Dim);
  Line.print(OS, Style);
}

void printPlaces(raw_ostream &OS, const StackTree &T, const StackGraph &G,
                 const TextStyle &Style) {
  VertexList List(OS, T, G, Style);
  uint64_t Sum = 0;
  for (const StackGraph::Place &P : G.Places)
    Sum += P.Weight;
  Paragraph()
      .add("Where to repair", Paint::Heading)
      .add("   " + formatNumberOf(G.Places.size(), "function") +
           (G.Places.size() == 1 ? " leads to " : " lead to ") +
           aboutIf(*T.Source, formatPercent(Sum, G.Weight)) + " of the " +
           stackMeasure(T))
      .print(OS, Style);
  if (!G.UserKnown && G.Weight)
    Paragraph()
        .add("no function is known to be the program's own, so the "
             "system's are named, too: build it with -g",
             Paint::Dim)
        .print(OS, Style);
  for (const StackGraph::Place &P : G.Places) {
    List.print(P.Vertex, P.WeightEstimate);
    if (!P.Callers.empty())
      Paragraph(List.indent())
          .add("called by " + callersOf(T, G, P, Style.room(40)), Paint::Dim)
          .print(OS, Style);
  }
}

} // namespace

void writeWhereToRepair(raw_ostream &To, const StackTree &T,
                        const StackGraph &G, const TextStyle &Style) {
  PrintableStream OS(To, Style.documentKind());
  writeEstimateNote(OS, T, Style);
  printPlaces(OS, T, G, Style);
}

void writeTextStackGraph(raw_ostream &To, const StackTree &T,
                         const StackGraph &G, const TextStyle &Style) {
  PrintableStream OS(To, Style.documentKind());
  if (G.Vertices.empty())
    return writeNoStacks(OS, T, Style);
  writeEstimateNote(OS, T, Style);
  printPlaces(OS, T, G, Style);
  OS << '\n';
  Paragraph()
      .add("Shared by the most paths", Paint::Heading)
      .add("   of " + formatNumberOf(G.NumTypes, "stack trace type") + ", " +
           stackWeight(T, G.WeightEstimate, Style) +
           (T.ByBytes ? "" : " " + stackMeasure(T)))
      .print(OS, Style);
  VertexList List(OS, T, G, Style);
  for (uint32_t I : sharedFunctions(T, G))
    List.print(I, G.Vertices[I].ThroughEstimate);
}

static std::string weightOf(const StackTree &T, const Estimate &Weight) {
  return stackWeight(T, Weight, TextStyle());
}

static std::string escape(StringRef Text, bool Xml) {
  std::string Out;
  for (char C : Text) {
    if (Xml && C == '<')
      Out += "&lt;";
    else if (Xml && C == '>')
      Out += "&gt;";
    else if (Xml && C == '&')
      Out += "&amp;";
    else if (!Xml && (C == '"' || C == '\\'))
      (Out += '\\') += C;
    else
      Out += C;
  }
  return Out;
}

/// From white to red, as the share grows.
static std::string shade(uint64_t Part, uint64_t Whole) {
  unsigned Percent = Whole ? unsigned(double(Part) / double(Whole) * 100) : 0;
  unsigned Other = 255 - Percent * 140 / 100;
  return "#ff" + utohexstr(Other, true, 2) + utohexstr(Other, true, 2);
}

static bool isPlace(const StackGraph &G, uint32_t V) {
  for (const StackGraph::Place &P : G.Places)
    if (P.Vertex == V)
      return true;
  return false;
}

void writeDotStackGraph(raw_ostream &To, const StackTree &T,
                        const StackGraph &G) {
  PrintableStream OS(To, PrintableStream::Kind::Text);
  OS << "digraph allocations {\n  node [shape=box, style=filled, "
        "fontname=\"sans-serif\"];\n";
  for (uint32_t I = 0; I != G.Vertices.size(); ++I) {
    const StackGraph::Vertex &V = G.Vertices[I];
    OS << "  v" << I << " [label=\"" << escape(nameOf(T, G, I, 60), false)
       << "\\n"
       << weightOf(T, V.ThroughEstimate) << " ("
       << aboutIf(*T.Source, formatPercent(V.Through, G.Weight)) << "), "
       << formatNumberOf(V.Paths, "path") << "\", fillcolor=\""
       << shade(V.Through, G.Weight) << '"';
    if (isPlace(G, I))
      OS << ", penwidth=3, color=\"#aa0000\"";
    OS << "];\n";
  }
  for (const StackGraph::Edge &E : G.Edges)
    OS << "  v" << E.Caller << " -> v" << E.Callee << " [label=\""
       << weightOf(T, E.WeightEstimate) << "\"];\n";
  OS << "}\n";
}

void writeSvgStackGraph(raw_ostream &To, const StackTree &T,
                        const StackGraph &G) {
  PrintableStream OS(To, PrintableStream::Kind::Text);
  constexpr unsigned BoxWidth = 300, BoxHeight = 44, Gap = 24, LayerGap = 48;
  std::map<unsigned, std::vector<uint32_t>> Layers;
  for (uint32_t I = 0; I != G.Vertices.size(); ++I)
    Layers[G.Vertices[I].Layer].push_back(I);
  size_t Widest = 1;
  for (const auto &[Layer, Members] : Layers)
    Widest = std::max(Widest, Members.size());
  size_t Width = Widest * (BoxWidth + Gap) + Gap;
  std::vector<std::pair<size_t, size_t>> At(G.Vertices.size());
  size_t Y = Gap;
  for (const auto &[Layer, Members] : Layers) {
    size_t X = (Width - Members.size() * (BoxWidth + Gap) + Gap) / 2;
    for (uint32_t V : Members) {
      At[V] = {X, Y};
      X += BoxWidth + Gap;
    }
    Y += BoxHeight + LayerGap;
  }
  OS << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << Width
     << "\" height=\"" << Y << "\" font-family=\"sans-serif\" "
     << "font-size=\"12\">\n";
  for (const StackGraph::Edge &E : G.Edges) {
    double Share = G.Weight ? double(E.Weight) / double(G.Weight) : 0;
    OS << "<line x1=\"" << At[E.Caller].first + BoxWidth / 2 << "\" y1=\""
       << At[E.Caller].second + BoxHeight << "\" x2=\""
       << At[E.Callee].first + BoxWidth / 2 << "\" y2=\"" << At[E.Callee].second
       << "\" stroke=\"#666666\" stroke-width=\"" << 1 + unsigned(Share * 7)
       << "\"><title>" << weightOf(T, E.WeightEstimate) << "</title></line>\n";
  }
  for (uint32_t I = 0; I != G.Vertices.size(); ++I) {
    const StackGraph::Vertex &V = G.Vertices[I];
    auto [X, Top] = At[I];
    OS << "<g><title>" << escape(nameOf(T, G, I, SIZE_MAX), true) << " @ "
       << escape(placeOf(T, V, SIZE_MAX), true) << "</title><rect x=\"" << X
       << "\" y=\"" << Top << "\" width=\"" << BoxWidth << "\" height=\""
       << BoxHeight << "\" fill=\"" << shade(V.Through, G.Weight)
       << "\" stroke=\"" << (isPlace(G, I) ? "#aa0000" : "#888888")
       << "\" stroke-width=\"" << (isPlace(G, I) ? 3 : 1) << "\"/><text x=\""
       << X + 6 << "\" y=\"" << Top + 18 << "\">"
       << escape(nameOf(T, G, I, 42), true) << "</text><text x=\"" << X + 6
       << "\" y=\"" << Top + 35 << "\">" << weightOf(T, V.ThroughEstimate)
       << " (" << aboutIf(*T.Source, formatPercent(V.Through, G.Weight))
       << "), " << formatNumberOf(V.Paths, "path") << "</text></g>\n";
  }
  OS << "</svg>\n";
}

/// Adds the key \p Name with the interval of \p Its.
template <typename T>
static void addInterval(Keys<T> &K, StringRef Name, Estimate T::*Its) {
  K.add(Name, "absent: weight is exact",
        [Its](const T &Of) { return intervalOf(Of.*Its); });
}

static void describe(Keys<StackGraph::Edge> &K) {
  using Edge = StackGraph::Edge;
  K.add("caller", "index of vertices", &Edge::Caller);
  K.add("callee", "index of vertices", &Edge::Callee);
  K.add("weight", &Edge::Weight);
  addInterval(K, "weightInterval", &Edge::WeightEstimate);
}

static void describe(Keys<StackGraph::Place> &K) {
  K.add("vertex", "index of vertices", &StackGraph::Place::Vertex);
  K.add("weight", &StackGraph::Place::Weight);
  addInterval(K, "weightInterval", &StackGraph::Place::WeightEstimate);
}

namespace {

struct ShownVertex {
  const StackTree &T;
  const StackGraph::Vertex &Its;
};
void describe(Keys<ShownVertex> &K) {
  using Shown = const ShownVertex &;
  K.include([](Shown V) {
    return FunctionLine{V.T.Functions[V.Its.Function], V.Its.File, V.Its.Line};
  });
  K.add("paths", "stack trace types that pass it",
        [](Shown V) { return V.Its.Paths; });
  K.add("weightThrough", "of the stacks that pass it",
        [](Shown V) { return V.Its.Through; });
  K.add("ownWeight", "of what it allocates itself",
        [](Shown V) { return V.Its.Own; });
  K.add("dominatedWeight", "of what comes about only through it",
        [](Shown V) { return V.Its.Dominated; });
  for (auto [Key, Its] :
       {std::pair("weightThroughInterval",
                  &StackGraph::Vertex::ThroughEstimate),
        {"ownWeightInterval", &StackGraph::Vertex::OwnEstimate},
        {"dominatedWeightInterval", &StackGraph::Vertex::DominatedEstimate}})
    K.add(Key, "absent: exact",
          [Its = Its](Shown V) { return intervalOf(V.Its.*Its); });
}

struct CallGraph {
  const StackTree &T;
  const StackGraph &G;
};
void describe(Keys<CallGraph> &K) {
  using Shown = const CallGraph &;
  K.constant("version", 1);
  describeSample(K, [](Shown D) -> const Profile & { return *D.T.Source; });
  K.add("measure",
        "what weights are: allocations, bytes, or blocks of one fate "
        "(--blocks)",
        [](Shown D) { return stackMeasure(D.T); });
  K.add("weight", "of the selected stack trace types",
        [](Shown D) { return D.G.Weight; });
  K.add("weightInterval", "absent: weight is exact",
        [](Shown D) { return intervalOf(D.G.WeightEstimate); });
  K.add("numTypes", [](Shown D) { return D.G.NumTypes; });
  K.add("vertices", "functions; the most weight through them first",
        [](Shown D) {
          return each(D.G.Vertices, [&D](const StackGraph::Vertex &V) {
            return ShownVertex{D.T, V};
          });
        });
  K.add("edges", "the most weight first",
        [](Shown D) { return ArrayRef(D.G.Edges); });
  K.add("places", "where to repair; what takes away most first",
        [](Shown D) { return ArrayRef(D.G.Places); });
}

} // namespace

void writeJsonStackGraph(raw_ostream &To, const StackTree &T,
                         const StackGraph &G) {
  writeDocument(To, CallGraph{T, G});
}

const JsonObject &callgraphObject() { return keysOf<CallGraph>().object(); }

} // namespace anomalloc
