"""A server that logs when the kernel received each request (SO_TIMESTAMPNS): whether this process got its turn at once
does not matter. Prints its port; `/log` answers with the arrivals of everything but `/warm-up`.

Without arguments it answers `ok`. With SERVICE_MS TEMPLATE MARK_AT MARK_BYTES it answers after that time with the bytes of
the file, another mark in them for every address."""

import heapq
import json
import selectors
import socket
import struct
import sys
import time

SO_TIMESTAMPNS = 35

service_s, template, mark_at, mark_bytes = 0.0, b"ok", 0, 0
if len(sys.argv) > 1:
    service_s, mark_at, mark_bytes = float(sys.argv[1]) / 1000, int(sys.argv[3]), int(sys.argv[4])
    with open(sys.argv[2], "rb") as file:
        template = file.read()

ready = selectors.DefaultSelector()
listener = socket.create_server(("127.0.0.1", 0), backlog=256)
listener.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)  # connections inherit it
ready.register(listener, selectors.EVENT_READ)
print(listener.getsockname()[1], flush=True)
arrivals = []
unread = {}
warm = set()
due = []


def accept():
    connection, _ = listener.accept()
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    unread[connection] = b""
    ready.register(connection, selectors.EVENT_READ)


def close(connection):
    ready.unregister(connection)
    del unread[connection]
    warm.discard(connection)
    connection.close()


def stamp(ancillary):
    for level, kind, data in ancillary:
        if level == socket.SOL_SOCKET and kind == SO_TIMESTAMPNS:
            seconds, nanoseconds = struct.unpack("qq", data[:16])
            return seconds * 1000 + nanoseconds / 1e6
    return None


def marked(name):
    mark = name[-mark_bytes:].ljust(mark_bytes, b".") if mark_bytes else b""
    return template[:mark_at] + mark + template[mark_at + mark_bytes :]


def send(connection, kind, body):
    head = b"HTTP/1.1 200 OK\r\ncontent-type: %s\r\ncontent-length: %d\r\n\r\n" % (kind, len(body))
    connection.setblocking(True)
    connection.sendall(head + body)


def take(connection, head, at):
    path = head.split(b" ", 2)[1]
    if path == b"/log":
        return send(connection, b"application/json", json.dumps(arrivals).encode())
    host = next((line[5:].strip() for line in head.split(b"\r\n") if line[:5].lower() == b"host:"), b"")
    arrival = {"host": host.decode(), "at": at, "isWarm": connection in warm, "lateMs": 0}
    warm.add(connection)
    if path != b"/warm-up":
        if at is None:
            raise RuntimeError("the kernel gave no time of arrival")
        arrivals.append(arrival)
    body = marked(b"-".join((host + path).replace(b"/", b"-").split()))
    heapq.heappush(due, (time.time() + service_s, len(arrivals), id(arrival), connection, arrival, body))


def answer_due():
    while due and due[0][0] <= time.time():
        *_, connection, arrival, body = heapq.heappop(due)
        if connection in unread:
            send(connection, b"application/pdf", body)
        arrival["endedAt"] = time.time() * 1000


def read(connection):
    data, ancillary, _, _ = connection.recvmsg(65536, 128)
    if not data:
        return close(connection)
    unread[connection] += data
    while b"\r\n\r\n" in unread[connection]:
        head, unread[connection] = unread[connection].split(b"\r\n\r\n", 1)
        take(connection, head, stamp(ancillary))


while True:
    for key, _ in ready.select(max(0, due[0][0] - time.time()) if due else None):
        if key.fileobj is listener:
            accept()
            continue
        try:
            read(key.fileobj)
        except ConnectionError:
            close(key.fileobj)
    answer_due()
