import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { FILES, toModule } from './react-modules.ts'

const SHARED = `"use strict";
var React = require("react"),
  Other = require("other"),
  limit = React.limit;
exports.now = void 0;
if (limit)
  exports.now = function () {
    return Other.now();
  };
exports.wait = function () {
  return exports.now() + limit;
};
`

describe('React as ES modules', () => {
  it('imports what CommonJS requires, and exports its properties, which the file may read and set', () => {
    expect(toModule(SHARED, 'shared')).toBe(`"use strict";
import * as React from 'react'
import * as Other from 'other'
var limit = React.limit;
var export_now = void 0;
if (limit)
  export_now = function () {
    return Other.now();
  };
var export_wait = function () {
  return export_now() + limit;
};

import * as all from 'shared'
export { export_now as now, export_wait as wait, all as default }
`)
  })

  it.each([
    ['a require elsewhere', 'exports.a = function () {\n  return require("b");\n};\n'],
    ['exports as a whole', 'exports.a = 1;\nregister(exports);\n'],
    ['module.exports', 'module.exports = 1;\n'],
  ])('refuses %s', (_, code) => {
    expect(() => toModule(code, 'odd')).toThrow('odd cannot be made an ES module')
  })

  it.each(Object.entries(FILES))('%s exports the same as its CommonJS file', (name, file) => {
    const require = createRequire(import.meta.url)
    const path = require.resolve('react/package.json').replace(/react\/package\.json$/, file)
    const exported = /export \{ (.*), all as default \}\n$/.exec(toModule(readFileSync(path, 'utf8'), name))![1]!
    expect(
      exported
        .split(', ')
        .map((each) => each.split(' as ')[1])
        .sort(),
    ).toEqual(Object.keys(require(path)).sort())
  })
})
