//===- ModelFromYaml.cpp --------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelFromYaml.h"
#include "AccessKeys.h"
#include "Profile/ModelShape.h"
#include "Profile/Texts.h"
#include "Support/Printable.h"
#include "YamlReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// \p Text with the bytes that characters of U+10FF00 to U+10FFFF stand for.
std::string withBytes(StringRef Text) {
  std::string Out;
  while (!Text.empty()) {
    Character C = firstCharacter(Text);
    Out += C.Code >> 8 == 0x10ff ? std::string(1, char(C.Code & 0xff))
                                 : Text.take_front(C.Bytes).str();
    Text = Text.drop_front(C.Bytes);
  }
  return Out;
}

/// The archive of ModelShape.h that reads YAML.
class ModelText : public YamlReader {
public:
  ModelText(StringRef Yaml, Profile &P)
      : YamlReader(Yaml, [&P](StringRef Text) { return P.save(Text); }), P(P) {}

  bool read();

  static constexpr bool Fills = true;
  const Profile &model() const { return P; }
  FrameTree &frames() { return NoFrames; }

  /// A function is known by its name.
  void fixed(const char *What, uint64_t &Value) {
    if (What == StringRef("id"))
      field(What, Value);
    else if (std::string Name = get(keyOf(What)); !Name.empty())
      Value = hash(Name);
  }
  using YamlReader::below;
  void below(const char *What, SiteFamily &Family, uint64_t) {
    at(keyOf(What), [&] {
      Y.beginEnumScalar();
      Y.enumCase(Family, "heap", SiteFamily::Heap);
      Y.enumCase(Family, "pool", SiteFamily::Pool);
      Y.enumCase(Family, "leading", SiteFamily::Leading);
      Y.endEnumScalar();
    });
  }
  void below(const char *What, MemorySpace &Space, uint64_t) {
    at(keyOf(What), [&] {
      Y.beginEnumScalar();
#define ANOMALLOC_SPACE(Id, Name, Text)                                        \
  Y.enumCase(Space, Name, MemorySpace::Id);
#include "anomalloc/MemorySpaces.def"
      Y.endEnumScalar();
      IsAnyGiven = true;
    });
  }
  void chain(std::vector<Frame> &Chain) {
    for (const std::string &Level : get<std::vector<std::string>>("chain"))
      Chain.push_back(frame(Level));
    if (std::string Place = get("at"); Chain.empty())
      Chain.push_back(frame(Place.empty() ? get("in") : Place));
  }
  void index(const char *What, std::optional<LoopIndex> &I) {
    I = loop(get(keyOf(What)));
  }
  void index(const char *What, std::optional<SiteIndex> &I) {
    if (!isGiven(What))
      return;
    auto It =
        find_if(reverse(P.Sites), [Id = get<uint64_t>(What)](const Site &S) {
          return S.Id == Id;
        });
    if (It == P.Sites.rend())
      return Y.setError("a count of an unknown site");
    I = SiteIndex(P.Sites.rend() - It - 1);
  }
  void index(const char *What, std::optional<DarkIndex> &I) {
    if (!isGiven("site") || !get("library").empty() || !get("function").empty())
      index(What, I.emplace());
  }
  void index(const char *What, DarkIndex &I);
  void index(const char *What, SectionIndex &I) {
    std::string Name = get(What);
    auto It = find(P.Sections, Name);
    if (It == P.Sections.end())
      return Y.setError("no section named '" + Name + "'");
    I = SectionIndex(It - P.Sections.begin());
  }
  void index(const char *What, LaneIndex &I) {
    readBelow(What, I, P.Lanes.size());
  }
  void index(const char *What, std::optional<StackIndex> &I) {
    if (isGiven(What))
      readBelow(What, I.emplace(), P.Stacks.size());
  }
  // An element of `stacks` is a place, a level, and what was counted there.
  void index(const char *, PlaceIndex &I) { I = PlaceIndex(Element); }
  void index(const char *, StackIndex &I) { I = StackIndex(Element); }
  // An element of `calls` is a call, and what was counted there.
  void index(const char *, std::optional<MakerCallIndex> &I) {
    const std::vector<unsigned> &Calls = Tables[&P.MakerCalls].Elements;
    if (auto It = find(Calls, Element); It != Calls.end())
      I = MakerCallIndex(It - Calls.begin());
  }

  template <typename Row, typename Of>
  void rows(const char *What, std::vector<Row> &Rows, Of DescribeRow) {
    Table &T = Tables[&Rows];
    T = {keyOf(What), {}};
    eachElement(T.Key, [&] {
      Row R{};
      if (!isIn(R))
        return;
      T.Elements.push_back(Element);
      IsFirstField = true;
      begin(R);
      DescribeRow(*this, R);
      end(R);
      Rows.push_back(std::move(R));
    });
  }
  template <typename Row, typename Of>
  void rows(const char *What, std::set<Row> &Rows, Of DescribeRow) {
    std::vector<Row> List;
    rows(What, List, DescribeRow);
    Rows.insert(List.begin(), List.end());
  }
  /// A table of two columns is a mapping.
  template <typename K, typename V, typename Of>
  void rows(const char *What, std::map<K, V> &Rows, Of) {
    at(keyOf(What), [&] {
      for (StringRef Text : Y.keys()) {
        K Key{};
        if (StringRef Mistake = yaml::ScalarTraits<K>::input(Text, this, Key);
            !Mistake.empty())
          Y.setError(Mistake);
        readAt(Text.str(), Rows[Key]);
      }
    });
  }
  /// Beside the buckets stand the counters of accesses, by their names.
  template <typename Of>
  void rows(const char *What, std::map<uint32_t, uint64_t> &Rows, Of Describe) {
    rows<uint32_t, uint64_t, Of>(What, Rows, Describe);
    at("access", [&] {
      for (auto [Key, First, Most] : AccessKeys) {
        auto Values = Most == 1 ? std::vector{get<uint64_t>(Key.str())}
                                : get<std::vector<uint64_t>>(Key.str());
        require(Values.size() <= Most, Key + ": too many numbers");
        for (auto [I, Value] : enumerate(Values))
          if (Value && I < Most)
            Rows[First + uint32_t(I)] = Value;
      }
    });
  }
  template <typename Of>
  void rows(const char *, std::map<StringRef, ClassRefill> &Rows, Of) {
    for (const std::string &Name : get<std::vector<std::string>>("refills"))
      Rows[P.save(Name)] = ClassRefill::Yes;
    for (const std::string &Name : get<std::vector<std::string>>("no-refills"))
      Rows[P.save(Name)] = ClassRefill::No;
  }
  /// Chains stand in the rows.
  void rows(const char *, std::vector<FrameTree::Row> &) {}
  /// Tests of ranks record them.
  void rows(const char *, std::vector<RankCount> &) {}
  void rows(const char *What, std::vector<CallEdge> &Rows);
  template <typename Rows> void rows(const char *What, Rows &R) {
    rows(What, R, [](auto &A, auto &Row) { describe(A, Row); });
  }

  template <typename Row, typename Of>
  void beside(const char *, std::vector<Row> &Rows, Of DescribeRow) {
    const Table &T = Tables[&Rows];
    eachElement(T.Key, [&] {
      if (auto It = find(T.Elements, Element); It != T.Elements.end())
        DescribeRow(*this, Rows[It - T.Elements.begin()]);
    });
  }
  /// If a row gives a field, or says that What is true, it is one of them.
  template <typename Row, typename If, typename Of>
  void some(const char *What, std::vector<Row> &Rows, If, Of DescribeRow) {
    beside(What, Rows, [&](auto &, Row &R) {
      Row Changed = R;
      IsAnyGiven = false;
      DescribeRow(*this, Changed);
      if (IsAnyGiven || get<bool>(keyOf(What)))
        R = std::move(Changed);
    });
  }

private:
  uint64_t hash(StringRef Function) {
    uint64_t Hash = xxh3_64bits(Function);
    P.FunctionNames.emplace(Hash, P.save(Function));
    return Hash;
  }
  /// "function file:line:column:use", of which the end may be left out.
  Frame frame(StringRef Text);
  std::optional<LoopIndex> loop(StringRef Name);
  /// As the modules say; "" if none does.
  StringRef buildIdOf(StringRef Library) {
    for (const Module &M : P.Modules)
      if (M.Path == Library)
        return P.save(M.BuildId);
    return "";
  }

  // Whether an element is a row of this table.
  template <typename Row> bool isIn(const Row &) { return true; }
  bool isIn(const MakerCall &) { return isGiven("in"); }
  bool isIn(const MakerCount &) { return isGiven("blocks"); }
  bool isIn(const StackCount &) { return get<uint64_t>("count"); }
  bool isIn(const StackLifetime &) { return get<uint64_t>("live"); }

  // What a row is before its fields are read.
  template <typename Row> void begin(Row &) {}
  void begin(Process &One) {
    One.File = "described.yaml";
    One.Exited = One.Interposed = true;
    One.StartTime = 1000000000;
    One.Units = 1;
  }
  void begin(Lane &L) {
    need({"number"});
    L.Tid = 100 + get<uint32_t>("number");
  }
  void begin(Module &) { need({"path"}); }
  void begin(Loop &L);
  void begin(Site &S) {
    need({"id", "chain"});
    S.Callee = "malloc";
  }
  void begin(MakerCall &C) {
    std::string Virtual = get("virtual"), Pointer = get("pointer");
    C.IsVirtual = !Virtual.empty();
    C.Name = P.save(C.IsVirtual ? Virtual : Pointer);
    C.Counts = isGiven("blocks");
    C.IsUserFrame = !get("at").empty() || isGiven("chain");
  }
  void begin(Count &) { need({"size", "count"}); }
  void begin(Lifetime &) { need({"size", "allocated"}); }
  void begin(CodePlace &C) {
    need({"library", "offset"});
    C.BuildId = buildIdOf(get("library"));
  }
  void begin(StackLifetime &L) {
    L.Counts.Allocated = get<uint64_t>("count");
    L.Counts.Freed = L.Counts.Allocated - get<uint64_t>("live");
  }
  void begin(TimelinePoint &T) { T.Blocks = 1; }

  // What follows from the fields that were read.
  template <typename Row> void end(Row &) {}
  void end(Process &One) {
    if (!One.Lifetimes)
      return;
    One.FreesSeen = true;
    if (!One.Lifetimes->TimelineShift)
      One.Lifetimes->TimelineShift = 20;
  }
  void end(Site &S) {
    if (!S.FunctionHash)
      S.FunctionHash = hash(S.outermostFrame().Function);
  }
  void end(Lifetime &L) {
    for (auto &[Dark, Blocks] : L.FreeSites)
      Blocks = Blocks ? Blocks : L.Counts.Freed / L.FreeSites.size();
  }
  void end(std::pair<DarkIndex, uint64_t> &) { Y.endMapping(); }
  void end(TimelinePoint &T) {
    if (!T.UsableBytes)
      T.UsableBytes = T.Bytes;
  }

  void findUserFrames();

  /// Where a table of the model stands.
  struct Table {
    std::string Key;
    std::vector<unsigned> Elements; ///< Those that are rows, in their order.
  };

  Profile &P;
  FrameTree NoFrames;
  std::map<const void *, Table> Tables; ///< By the address in the model.
};

bool ModelText::read() {
  if (!isGiven("processes"))
    begin(P.Processes.emplace_back());
  if (!isGiven("lanes"))
    P.Lanes.emplace_back();
  describe(*this, P);
  Y.endMapping();
  for (const auto &[_, T] : Tables)
    eachElement(T.Key, [&] { Y.endMapping(); });
  findUserFrames();
  changeTexts(P, [](StringRef Text) { return withBytes(Text); });
  return !Input.error();
}

std::optional<LoopIndex> ModelText::loop(StringRef Name) {
  if (Name.empty())
    return std::nullopt;
  auto It = find_if(P.Loops,
                    [&](const Loop &L) { return L.Id == xxh3_64bits(Name); });
  if (It != P.Loops.end())
    return LoopIndex(It - P.Loops.begin());
  Y.setError("no loop named '" + Name + "'");
  return std::nullopt;
}

void ModelText::index(const char *, DarkIndex &I) {
  std::string Library = get("library"), Function = get("function");
  auto It = find_if(P.Dark, [&](const DarkOrigin &D) {
    return D.Library == Library && D.Function == Function;
  });
  I = DarkIndex(It - P.Dark.begin());
  if (It == P.Dark.end())
    P.Dark.push_back({P.save(Library), buildIdOf(Library),
                      16 * (P.Dark.size() + 1), P.save(Function)});
}

/// "caller -> callee depth loop", or without a loop. A caller "" is not known.
void ModelText::rows(const char *What, std::vector<CallEdge> &Rows) {
  for (const std::string &Text : get<std::vector<std::string>>(What)) {
    auto [Caller, Rest] = StringRef(Text).split(" -> ");
    auto [Callee, DepthAndLoop] = Rest.split(' ');
    auto [Depth, Loop] = DepthAndLoop.split(' ');
    CallEdge E{Caller.empty() ? 0 : hash(Caller), hash(Callee), 0, loop(Loop)};
    require(!Depth.getAsInteger(10, E.LoopDepth),
            "'" + Text + "' is not an edge: caller -> callee depth loop");
    Rows.push_back(E);
  }
}

Frame ModelText::frame(StringRef Text) {
  Frame F;
  auto [Function, Place] = Text.split(' ');
  F.Function = P.save(Function);
  SmallVector<StringRef, 4> Parts;
  Place.split(Parts, ':');
  F.File = P.save(Parts[0]);
  Parts.resize(4);
  Parts[1].getAsInteger(10, F.Line);
  Parts[2].getAsInteger(10, F.Column);
  if (uint8_t Use;
      !Parts[3].getAsInteger(10, Use) && Use <= uint8_t(ObjectUse::Last))
    F.Use = ObjectUse(Use);
  return F;
}

void ModelText::begin(Loop &L) {
  need({"name"});
  L.Id = xxh3_64bits(get("name"));
  Frame Place = frame(" " + get("at"));
  L.File = Place.File;
  L.Line = Place.Line;
  L.Column = Place.Column;
  L.CountsEntries = isGiven("entries");
  L.CountsIterations = isGiven("iterations");
}

/// To be called when all makers and system files are known.
void ModelText::findUserFrames() {
  for (Site &S : P.Sites)
    if (!S.ChangeFrame)
      S.ChangeFrame = P.changeFrame(S.Chain);
  for (MakerCall &C : P.MakerCalls) {
    while (C.UserFrame + 1 != C.Chain.size() &&
           P.isSystemFile(C.userFrame().File))
      ++C.UserFrame;
    C.IsUserFrame &= !P.isSystemFile(C.userFrame().File);
    if (C.IsUserFrame && !C.ChangeFrame)
      C.ChangeFrame = P.changeFrame(C.Chain);
  }
}

} // namespace

bool readModel(StringRef Yaml, Profile &P) { return ModelText(Yaml, P).read(); }

} // namespace anomalloc
