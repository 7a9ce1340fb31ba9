import { getDotPath, safeParse } from 'valibot'
import { TestRunner } from 'vitest'
import type { DocumentedCall } from './documentation.ts'
import { DOCUMENTATIONS } from './documentations.testing.ts'
import { errorsOf, type RoutedApp } from './documented-errors.ts'

/** What a test reports for workers/local/cli/unseen-errors.ts, each as `GET /api/... code`. */
export interface ShownErrors {
  /** Errors that the test received. */
  answered?: string[]
  /** Errors that an area documents. */
  documented?: string[]
}

declare module 'vitest' {
  interface TaskMeta extends ShownErrors {}
}

const CALLS: [name: string, call: DocumentedCall][] = Object.values(DOCUMENTATIONS).flatMap(({ calls }) => Object.entries(calls))

/** The documented call of a request; undefined for a path or method that is no call. */
function callAt(method: string, path: string): [name: string, call: DocumentedCall] | undefined {
  const parts = path.split('?')[0]!.split('/')
  return CALLS.find(([name]) => {
    const [itsMethod, pattern] = name.split(' ') as [string, string]
    const its = pattern.split('/')
    return itsMethod === method && its.length === parts.length && its.every((part, i) => part.startsWith(':') || part === parts[i])
  })
}

/** Adds errors to what the current test has shown. */
function note(kind: keyof ShownErrors, errors: string[]): void {
  const meta = TestRunner.getCurrentTest()?.meta
  if (meta) meta[kind] = [...new Set([...(meta[kind] ?? []), ...errors])]
}

/** The errors that the documentation of a call lists. Throws if the call is not documented. */
export function documentedErrors(app: RoutedApp, name: string): string[] {
  const [, call] = CALLS.find(([documented]) => documented === name) ?? []
  if (!call) throw new Error(`${name} is not documented`)
  return errorsOf(app, name, call)
}

/**
 * Reports every documented error of an area's calls, to be compared with those that the tests received. Returns their number. Any call can
 * answer that the database is busy; that is tested once, so `unavailable` counts only where the documentation of the call lists it.
 */
export function reportDocumentedErrors(app: RoutedApp, names: string[]): number {
  const listed = new Map(CALLS.map(([name, { errors }]) => [name, errors] as const))
  const isTested = (name: string, code: string) => code !== 'unavailable' || listed.get(name)?.includes(code)
  const errors = names.flatMap((name) => documentedErrors(app, name).flatMap((code) => (isTested(name, code) ? [`${name} ${code}`] : [])))
  note('documented', errors)
  return errors.length
}

/** Throws if an answer differs from its documentation: an unlisted error code, another status of a success, or JSON of another shape. */
export async function checkAnswer(app: RoutedApp, method: string, path: string, response: Response): Promise<void> {
  const [name, call] = callAt(method, path) ?? []
  if (!name || !call || response.status === 101 || response.status === 416) return
  if (response.status >= 400) {
    const { error } = (await response.clone().json()) as { error: { code: string } }
    const codes: string[] = errorsOf(app, name, call)
    if (!codes.includes(error.code)) throw new Error(`${name} answers ${error.code}, which its documentation does not list`)
    note('answered', [`${name} ${error.code}`])
    return
  }
  if ('contentType' in call.answer) return
  const { issues } = safeParse(call.answer, await response.clone().json())
  const status = call.status ?? 200
  if (response.status !== status) throw new Error(`${name} answers ${response.status}, documented is ${status}`)
  if (issues) throw new Error(`${name} answers what its documentation does not allow: ${getDotPath(issues[0])}: ${issues[0].message}`)
}
