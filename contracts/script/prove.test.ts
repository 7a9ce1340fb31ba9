import { expect, test, vi } from 'vitest'
import { absurd, prove, z3 } from './prove.ts'

vi.setConfig({ testTimeout: 60_000 })

const source = (body: string) => ({
  'P.sol': `// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\nimport {Split} from "contracts/src/Split.sol";\ncontract P {\n${body}\n}\n`,
})
const codes = (claims: { code: string }[]) => [...new Set(claims.map(({ code }) => code))]

/** Machines without z3 skip these tests. */
const withZ3 = test.skipIf(!z3())

withZ3('proves a true assertion, and reports a false one as not proved', () => {
  const body = `    function f(uint256 a, uint256 bps) external pure {
        require(a < 2 ** 80 && bps <= 10_000);
        uint256 part = Split.share(a, bps);
        assert(part <= a);
        assert(part * 10_000 == a * bps);
    }
`
  const { proved, open } = prove(source(body))
  expect(codes(proved)).toContain('assert(part <= a);')
  expect(codes(open)).toEqual(['assert(part * 10_000 == a * bps);'])
})

withZ3('reports a possible overflow and a possible underflow as not proved', () => {
  const body = `    function f(uint256 a, uint256 bps) external pure returns (uint256) {
        require(bps <= 10_000);
        return Split.share(a, bps);
    }
    function g(uint256 price, uint256 refund) external pure returns (uint256 seller, uint256 fee) {
        require(price < 2 ** 80);
        return Split.rest(price, refund, 0);
    }
`
  expect(
    prove(source(body))
      .open.map(({ about }) => about.replace(/^.*BMC: (\w+) .*$/, '$1'))
      .sort(),
  ).toEqual(['Overflow', 'Underflow'])
})

withZ3('finds conditions that contradict each other', () => {
  const body = `    function f(uint256 a) external pure {
        require(a < 1 && a > 1);
        assert(a == 7);
    }
    function g(uint256 a) external pure {
        require(a == 7);
        assert(a < 8);
    }
`
  expect(prove(source(body)).open).toEqual([])
  expect(prove(absurd(source(body))).open.map(({ code }) => code)).toEqual(['assert(1 > 2);'])
})
