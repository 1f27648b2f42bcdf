"""A server that logs when the kernel received each request (SO_TIMESTAMPNS): whether this process got its turn at once
does not matter. Prints its port; `/log` answers with the arrivals of `/measured`: milliseconds, and whether the connection was warm."""

import json
import selectors
import socket
import struct

SO_TIMESTAMPNS = 35

ready = selectors.DefaultSelector()
listener = socket.create_server(("127.0.0.1", 0))
ready.register(listener, selectors.EVENT_READ)
print(listener.getsockname()[1], flush=True)
arrivals = []
unread = {}
warm = set()


def accept():
    connection, _ = listener.accept()
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
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
    raise RuntimeError("the kernel gave no time of arrival")


def answer(connection):
    data, ancillary, _, _ = connection.recvmsg(65536, 128)
    if not data:
        return close(connection)
    unread[connection] += data
    while b"\r\n\r\n" in unread[connection]:
        head, unread[connection] = unread[connection].split(b"\r\n\r\n", 1)
        path = head.split(b" ")[1]
        if path == b"/measured":
            arrivals.append({"at": stamp(ancillary), "isWarm": connection in warm})
        warm.add(connection)
        body = json.dumps(arrivals).encode() if path == b"/log" else b"ok"
        connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n%s" % (len(body), body))


while True:
    for key, _ in ready.select():
        if key.fileobj is listener:
            accept()
            continue
        try:
            answer(key.fileobj)
        except ConnectionError:
            close(key.fileobj)
