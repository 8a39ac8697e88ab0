"""A sink of mesh-config in Python: watches collections, says yes to each answer, prints a line of JSON for it. Messages are written and read by hand."""
import json
import queue
import sys

import grpc


def varint(number):
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def field(number, data):
    return varint(number << 3 | 2) + varint(len(data)) + data


def fields(data):
    at = 0

    def number():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(data):
        tag = number()
        if tag & 7 == 2:
            length = number()
            yield tag >> 3, data[at:at + length]
            at += length
        else:
            yield tag >> 3, number()


def request(collection, nonce=''):
    return field(1, field(1, b'python')) + field(2, collection.encode()) + (field(4, nonce.encode()) if nonce else b'')


address, count, *collections = sys.argv[1:]
asked = queue.Queue()
for one in collections:
    asked.put(request(one))
with grpc.insecure_channel(address) as channel:
    method = channel.stream_stream('/istio.mcp.v1alpha1.ResourceSource/EstablishResourceStream')
    call = method(iter(asked.get, None))
    print(json.dumps({'source': dict(call.initial_metadata())['config.source.version']}), flush=True)
    try:
        for seen, data in enumerate(call, 1):
            told, names, bodies = {}, [], []
            for number, value in fields(data):
                if number == 3:
                    inner = dict(fields(value))
                    names.append(dict(fields(inner[1]))[1].decode())
                    bodies.append(dict(fields(inner[2]))[1].decode())
                elif number != 6:
                    told[number] = value.decode()
            print(json.dumps({'version': told[1], 'collection': told[2], 'nonce': told[5], 'names': names, 'types': sorted(set(bodies))}), flush=True)
            asked.put(request(told[2], told[5]))
            if seen == int(count):
                asked.put(None)
                break
        call.cancel()
    except grpc.RpcError as error:
        print(json.dumps({'code': error.code().value[0], 'details': error.details()}), flush=True)
