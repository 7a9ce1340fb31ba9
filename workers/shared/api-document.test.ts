import { describe, expect, it } from 'vitest'
import auth from '../auth/index.ts'
import chat from '../chat/index.ts'
import creators from '../creators/index.ts'
import listings from '../listings/index.ts'
import nft from '../nft/index.ts'
import notifications from '../notifications/index.ts'
import orders from '../orders/index.ts'
import uploads from '../uploads/index.ts'
import { apiDocument, type Operation } from './api-document.ts'
import { CALLS } from './call-limits/all.ts'
import { DOCUMENTATIONS } from './documentations.testing.ts'
import type { RoutedApp } from './documented-errors.ts'
import { ERRORS } from './errors.schema.ts'
import { callsOf } from './valid.ts'

const APPS = { auth, chat, creators, listings, nft, notifications, orders, uploads } as unknown as Record<
  keyof typeof DOCUMENTATIONS,
  RoutedApp
>
const areas = Object.entries(DOCUMENTATIONS).map(([area, documentation]) => ({ app: APPS[area as keyof typeof APPS], documentation }))
const document = apiDocument('Warren', areas)
const routes = areas.flatMap(({ app }) => callsOf(app))
const operationOf = (method: string, path: string): Operation => document.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!

/** Every object in a JSON value, with the path to it. */
function* objectsIn(value: unknown, path = ''): Generator<[path: string, object: Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [path, value as Record<string, unknown>]
  for (const [key, one] of Object.entries(value)) yield* objectsIn(one, `${path}/${key}`)
}

describe('the OpenAPI document', () => {
  it('has every route of every area, and two of the edge', () => {
    expect(routes.length).toBeGreaterThan(70)
    const documented = areas.flatMap(({ documentation }) => Object.keys(documentation.calls))
    expect(documented.sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort())
    for (const { method, path } of routes) expect(operationOf(method, path), `${method} ${path}`).toBeDefined()
    const all = Object.entries(document.paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`))
    expect(all.length).toBe(routes.length + 2)
  })

  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s has its inputs, an answer, errors and its rate limit',
    (name, { method, path, inputs }) => {
      const { parameters = [], requestBody, responses, description, summary } = operationOf(method, path)
      expect(summary.length).toBeGreaterThan(5)
      for (const { target } of inputs) {
        if (target === 'json') expect(Object.keys(requestBody!.content['application/json'].schema).length).toBeGreaterThan(0)
        else expect(parameters.filter(({ in: place }) => place === 'query').length).toBeGreaterThan(0)
      }
      const [successes, errors] = [false, true].map((wanted) =>
        Object.values(responses).filter((one) => Boolean(one['x-error-codes']) === wanted),
      )
      expect(successes).toHaveLength(1)
      expect(errors!.flatMap((response) => response['x-error-codes'])).toContain('internal')
      expect(description.includes('Rate limit: none.')).toBe(CALLS[name] === undefined)
    },
  )

  it('describes every number', () => {
    const isNumber = (schema: unknown): boolean =>
      typeof schema === 'object' &&
      schema !== null &&
      !('description' in schema) &&
      (['integer', 'number'].includes((schema as { type?: string }).type ?? '') ||
        ((schema as { anyOf?: unknown[] }).anyOf ?? []).some((option) => isNumber(option)))
    const bare = [...objectsIn(document)].flatMap(([path, { properties }]) =>
      Object.entries((properties ?? {}) as object).flatMap(([name, field]) => (isNumber(field) ? [`${path}/${name}`] : [])),
    )
    expect(bare).toEqual([])
  })

  it('has no reference to a missing schema', () => {
    const names = [...objectsIn(document)].flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref.split('/').at(-1)!] : []))
    expect(names.length).toBeGreaterThan(100)
    expect(names.filter((name) => !Object.hasOwn(document.components.schemas, name))).toEqual([])
  })

  it('documents every error at a call, except method_not_allowed', () => {
    const codes = new Set(
      Object.values(document.paths).flatMap((methods) =>
        Object.values(methods).flatMap(({ responses }) => Object.values(responses).flatMap((one) => one['x-error-codes'] ?? [])),
      ),
    )
    expect(Object.keys(ERRORS).filter((code) => !codes.has(code as keyof typeof ERRORS))).toEqual(['method_not_allowed'])
  })
})
