//===- leaky-server.cpp - a service that forgets its sessions -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A server of plain sockets, on 127.0.0.1, at the port that its argument names
// (0: any). It prints the port. Each request but those for /debug/pprof/ opens
// a session that nobody closes. GET /quit ends it.
//
//===----------------------------------------------------------------------===//

#include "anomalloc_pprof.h"
#include <arpa/inet.h>
#include <cstdio>
#include <sstream>
#include <sys/socket.h>
#include <unordered_map>

struct Session {
  std::string Path;
  std::vector<char> Buffer;
};

static std::unordered_map<int, Session *> Sessions;

static Session *openSession(const std::string &Path) {
  auto *S = new Session{Path, std::vector<char>(4096)};
  Sessions[int(Sessions.size())] = S; // Here it leaks: nobody takes it out.
  return S;
}

static std::string render(const std::string &Path) {
  std::ostringstream Page;
  Page << "session " << Sessions.size() << ": " << Path << "\n";
  return Page.str();
}

static anomalloc::pprof::Answer answer(const std::string &Path,
                                       const anomalloc::pprof::Options &O) {
  if (anomalloc::pprof::isFor(Path))
    return anomalloc::pprof::answer(Path, O);
  anomalloc::pprof::Answer A;
  A.Body = render(openSession(Path)->Path);
  return A;
}

/// "GET /path HTTP/1.1" and headers, to their end. Returns the path.
static std::string readRequest(int Client) {
  std::string Text;
  char Buffer[1024];
  while (Text.find("\r\n\r\n") == Text.npos) {
    const ssize_t Got = read(Client, Buffer, sizeof Buffer);
    if (Got <= 0)
      return "";
    Text.append(Buffer, size_t(Got));
  }
  std::istringstream Words(Text);
  std::string Method, Path;
  Words >> Method >> Path;
  return Path;
}

static void writeAll(int Client, const std::string &Text) {
  for (size_t At = 0; At < Text.size();) {
    const ssize_t Put =
        send(Client, Text.data() + At, Text.size() - At, MSG_NOSIGNAL);
    if (Put <= 0)
      return;
    At += size_t(Put);
  }
}

int main(int Count, char **Arguments) {
  sockaddr_in Address = {};
  Address.sin_family = AF_INET;
  Address.sin_port = htons(uint16_t(Count > 1 ? atoi(Arguments[1]) : 8080));
  Address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  anomalloc::pprof::Options Options;
  if (const char *Tool = getenv("SERVER_TOOL"))
    Options.Tool = Tool;
  Options.Labels = {"version=1.2"};
  const int Server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), Yes = 1;
  setsockopt(Server, SOL_SOCKET, SO_REUSEADDR, &Yes, sizeof Yes);
  socklen_t Size = sizeof Address;
  if (bind(Server, reinterpret_cast<sockaddr *>(&Address), Size) ||
      listen(Server, 16) ||
      getsockname(Server, reinterpret_cast<sockaddr *>(&Address), &Size)) {
    perror("leaky-server");
    return 1;
  }
  printf("http://127.0.0.1:%d\n", ntohs(Address.sin_port));
  fflush(stdout);
  for (std::string Path; Path != "/quit";) {
    const int Client = accept4(Server, nullptr, nullptr, SOCK_CLOEXEC);
    Path = readRequest(Client);
    const anomalloc::pprof::Answer A = answer(Path, Options);
    writeAll(Client, "HTTP/1.0 " + std::to_string(A.Status) +
                         " -\r\nContent-Type: " + A.ContentType +
                         "\r\nContent-Length: " +
                         std::to_string(A.Body.size()) + "\r\n\r\n" + A.Body);
    close(Client);
  }
}
