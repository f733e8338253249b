import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

export const packed = (text: string): Uint8Array => zstdCompressSync(Buffer.from(text));
export const unpacked = (bytes: Uint8Array): string => zstdDecompressSync(bytes).toString('utf8');
