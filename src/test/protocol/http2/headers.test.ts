import { once } from 'node:events';
import { connect } from 'node:http2';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Http2Error, errorCode } from '../../../protocol/http2/http2-error.ts';
import { encodeHeaders } from '../../../protocol/http2/encode-headers.ts';
import { createFrameReader, encodeFrame, frameFlag, frameType } from '../../../protocol/http2/frame.ts';
import { createBlockAssembler } from '../../../protocol/http2/header-block.ts';
import { createHeaderDecoder } from '../../../protocol/http2/header-decoder.ts';
import { decodeHuffman } from '../../../protocol/http2/huffman.ts';

const test = suite('headers of HTTP/2');

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const failure = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error instanceof Http2Error ? error.code : error;
  }
};

test('the examples of RFC 7541 are decoded: literals, indexes, Huffman codes', () => {
  assert.equal(createHeaderDecoder()(bytes('400a 6375 7374 6f6d 2d6b 6579 0d63 7573 746f 6d2d 6865 6164 6572')), [
    ['custom-key', 'custom-header'],
  ]);
  assert.equal(createHeaderDecoder()(bytes('040c 2f73 616d 706c 652f 7061 7468')), [[':path', '/sample/path']]);
  const decode = createHeaderDecoder();
  const request = [
    [':method', 'GET'],
    [':scheme', 'http'],
    [':path', '/'],
    [':authority', 'www.example.com'],
  ];
  assert.equal(decode(bytes('8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff')), request);
  assert.equal(decode(bytes('8286 84be 5886 a8eb 1064 9cbf')), [...request, ['cache-control', 'no-cache']]);
  assert.equal(decode(bytes('8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf')), [
    [':method', 'GET'],
    [':scheme', 'https'],
    [':path', '/index.html'],
    [':authority', 'www.example.com'],
    ['custom-key', 'custom-value'],
  ]);
});

test('a table that is full drops its oldest entries', () => {
  const decode = createHeaderDecoder();
  // The size of the table becomes 64: one entry of 1 + 1 + 32 bytes fits beside another no more.
  assert.equal(decode(bytes('3f21 4001 6101 31')), [['a', '1']]);
  assert.equal(decode(bytes('be 4001 6201 32 be')), [
    ['a', '1'],
    ['b', '2'],
    ['b', '2'],
  ]);
  assert.is(
    failure(() => decode(bytes('bf'))),
    errorCode.compression,
  );
});

test('what is no header block is refused', () => {
  for (const [what, hex] of [
    ['the index 0', '80'],
    ['an index beyond the table', 'ff00'],
    ['a string that is longer than the block', '000561'],
    ['a block that ends in a name', '40'],
    ['a number without an end', 'ffffffffffff'],
    ['a table of more than 4,096 bytes', '3fe2 1f'],
    ['a size of the table behind a header', '82 20'],
    ['a string whose padding is not of ones', '00 8100 00'],
    ['a string with the code that ends it', '00 84ffffffff 00'],
  ] as const)
    assert.is(
      failure(() => createHeaderDecoder()(bytes(hex))),
      errorCode.compression,
      what,
    );
});

/** The header block that Node's own client sends for a header. */
const blockOfNode = async (name: string, value: string): Promise<Buffer> => {
  let resolve: (block: Buffer) => void = () => {};
  const block = new Promise<Buffer>((done) => (resolve = done));
  const server = createServer((socket: Socket) => {
    const assembler = createBlockAssembler();
    const read = createFrameReader((frame) => {
      if (frame.type !== frameType.headers && frame.type !== frameType.continuation) return;
      const whole = assembler.add(frame);
      if (whole) resolve(whole.bytes);
    });
    socket.on('data', read).on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  client.on('error', () => {});
  client.request({ ':path': '/', [name]: value }).on('error', () => {});
  const got = await block;
  client.destroy();
  server.close();
  return got;
};

test("strings that Node's client encodes are read: every visible character, and long ones", async () => {
  const visible = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)).join('');
  const latin = Array.from({ length: 96 }, (_, at) => String.fromCharCode(160 + at)).join('');
  // Many short codes, so that the client uses them for the rare ones as well.
  const value = `${'0'.repeat(2_000)}${visible}${latin}`;
  const headers = new Map(createHeaderDecoder()(await blockOfNode('x-all', value)));
  assert.is(headers.get('x-all'), value);
  assert.is(headers.get(':path'), '/');
  const long = 'e'.repeat(40_000);
  assert.is(new Map(createHeaderDecoder()(await blockOfNode('x-long', long))).get('x-long'), long);
});

test('a Huffman code that nothing has ends the reading', () => {
  assert.is(decodeHuffman(bytes('f1e3 c2e5 f23a 6ba0 ab90 f4ff')), 'www.example.com');
  assert.is(decodeHuffman(Buffer.alloc(0)), '');
  assert.is(
    failure(() => decodeHuffman(bytes('ffffffff'))),
    errorCode.compression,
  );
});

test('what is encoded is decoded, whatever its length', () => {
  for (const length of [0, 1, 126, 127, 128, 254, 255, 256, 16_000])
    assert.equal(createHeaderDecoder()(encodeHeaders({ 'grpc-message': 'x'.repeat(length) })), [['grpc-message', 'x'.repeat(length)]]);
});

test('a block in several frames is put together; nothing may come between them, and it has a limit', () => {
  const frame = (type: number, flags: number, stream: number, payload: Buffer) => ({ type, flags, stream, payload });
  const part = Buffer.alloc(16_000);
  const { headers, continuation } = frameType;
  const blocks = createBlockAssembler();
  assert.is(blocks.add(frame(headers, frameFlag.endStream, 1, bytes('82'))), undefined);
  assert.ok(blocks.isOpen());
  assert.equal(blocks.add(frame(continuation, frameFlag.endHeaders, 1, bytes('84'))), { stream: 1, isEnd: true, bytes: bytes('8284') });
  assert.not.ok(blocks.isOpen());
  // Padding and a priority stand around the block.
  const around = frame(headers, frameFlag.endHeaders | frameFlag.padded | frameFlag.priority, 3, bytes('02 00000000 10 82 0000'));
  assert.equal(blocks.add(around), { stream: 3, isEnd: false, bytes: bytes('82') });
  for (const frames of [
    [frame(continuation, 0, 1, part)],
    [frame(headers, 0, 1, part), frame(headers, 0, 3, part)],
    [frame(headers, 0, 1, part), frame(continuation, 0, 3, part)],
    [frame(headers, frameFlag.padded, 1, bytes('05 82'))],
  ])
    assert.is(
      failure(() => {
        const { add } = createBlockAssembler();
        frames.forEach(add);
      }),
      errorCode.protocol,
    );
  assert.is(
    failure(() => {
      const { add } = createBlockAssembler();
      add(frame(headers, 0, 1, part));
      for (let at = 0; at < 4; at++) add(frame(continuation, 0, 1, part));
    }),
    errorCode.enhanceYourCalm,
  );
});

test('frames are read however their bytes are divided', () => {
  const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  const all = Buffer.concat([
    preface,
    encodeFrame(frameType.ping, 0, 0, Buffer.alloc(8, 1)),
    encodeFrame(frameType.data, 1, 5, bytes('0102')),
  ]);
  for (const size of [1, 7, 24, 25, all.length]) {
    const got: string[] = [];
    const read = createFrameReader(({ type, flags, stream, payload }) => got.push(`${type} ${flags} ${stream} ${payload.toString('hex')}`));
    for (let at = 0; at < all.length; at += size) read(all.subarray(at, at + size));
    assert.equal(got, ['6 0 0 0101010101010101', '0 1 5 0102'], `in pieces of ${size}`);
  }
  assert.is(
    failure(() => createFrameReader(() => {})(Buffer.from('GET / HTTP/1.1\r\n'))),
    errorCode.protocol,
  );
  assert.is(
    failure(() => createFrameReader(() => {})(Buffer.concat([preface, bytes('004001 00 00 00000001')]))),
    errorCode.frameSize,
  );
});

test.run();
