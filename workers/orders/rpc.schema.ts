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

/** Maximum number of requests in one batch. */
const MAX_BATCH = 20
/** Maximum length of a text in a request (characters). The call data of a smart wallet's first operation includes its deployment code. */
const MAX_DATA = 262_144

const text = pipe(string(), maxLength(MAX_DATA))
const count = pipe(number(), integer(), minValue(0), maxValue(Number.MAX_SAFE_INTEGER))
const scalar = union([text, count, boolean(), null_()])
const key = pipe(string(), maxLength(64))
const fields = pipe(record(key, scalar), maxEntries(20))
/** A parameter of an allowed method: a scalar, the percentiles of eth_feeHistory, or a transaction or block as an object. */
const param = union([
  scalar,
  pipe(array(pipe(number(), minValue(0), maxValue(100))), maxLength(100)),
  pipe(record(key, union([scalar, fields])), maxEntries(20)),
])

const request = object({
  jsonrpc: optional(literal('2.0'), '2.0'),
  id: optional(count, 0),
  method: pipe(string(), maxLength(60)),
  params: optional(pipe(array(param), maxLength(4)), []),
})

/** Body of rpc: one JSON-RPC request or a batch. */
export const rpcRequest = union([request, pipe(array(request), minLength(1), maxLength(MAX_BATCH))])
