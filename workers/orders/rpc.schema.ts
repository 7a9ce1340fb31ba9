import {
  array,
  boolean,
  integer,
  literal,
  maxEntries,
  maxLength,
  maxValue,
  minLength,
  minValue,
  null_,
  number,
  object,
  optional,
  pipe,
  record,
  string,
  union,
} from 'valibot'

/** Requests in one call. */
export const MAX_BATCH = 20
/** Longest text in a request: the call data of a smart wallet's first operation carries its whole deployment (characters). */
const MAX_DATA = 262_144

const text = pipe(string(), maxLength(MAX_DATA))
const count = pipe(number(), integer(), minValue(0), maxValue(Number.MAX_SAFE_INTEGER))
const plain = union([text, count, boolean(), null_()])
const key = pipe(string(), maxLength(64))
const fields = pipe(record(key, plain), maxEntries(20))
/** What the reads we pass on take: numbers, tags, a transaction or block as an object, and the percentiles of eth_feeHistory. */
const param = union([
  plain,
  pipe(array(pipe(number(), minValue(0), maxValue(100))), maxLength(100)),
  pipe(record(key, union([plain, fields])), maxEntries(20)),
])

const request = object({
  jsonrpc: optional(literal('2.0'), '2.0'),
  id: optional(count, 0),
  method: pipe(string(), maxLength(60)),
  params: optional(pipe(array(param), maxLength(4)), []),
})

/** Body of rpc: JSON-RPC, one request or some. */
export const rpcRequest = union([request, pipe(array(request), minLength(1), maxLength(MAX_BATCH))])
