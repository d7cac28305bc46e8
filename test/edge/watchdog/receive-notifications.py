"""Prints each message that arrives at a socket of systemd's notifications, in one line. Argument: its path."""

import os
import socket
import sys

receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
receiver.bind(sys.argv[1])
print("listening", flush=True)
while True:
    message, descriptors, _, _ = socket.recv_fds(receiver, 4096, 1)
    # The sender of a barrier waits until its descriptor is closed.
    for descriptor in descriptors:
        os.close(descriptor)
    print(message.decode().strip(), flush=True)
