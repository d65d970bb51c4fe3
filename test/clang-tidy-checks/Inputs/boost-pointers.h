// What the checks know of boost's owning pointers: names and forms.
#pragma once

namespace boost {
template <class T> class scoped_ptr {
public:
  explicit scoped_ptr(T *P = nullptr) : Held(P) {}
  scoped_ptr(const scoped_ptr &) = delete;
  ~scoped_ptr() { delete Held; }
  void reset(T *P = nullptr) { delete Held, Held = P; }
  T &operator*() const { return *Held; }
  T *operator->() const { return Held; }
  T *get() const { return Held; }
  explicit operator bool() const { return Held; }

private:
  T *Held;
};

template <class T> class shared_ptr {
public:
  shared_ptr() = default;
  template <class Y> explicit shared_ptr(Y *);
  shared_ptr(const shared_ptr &);
  ~shared_ptr();
  template <class Y> void reset(Y *);
  T &operator*() const;
  T *operator->() const;
  T *get() const;
};
template <class T, class... A> shared_ptr<T> make_shared(A &&...);
} // namespace boost
