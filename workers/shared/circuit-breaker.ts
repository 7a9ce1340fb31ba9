/**
 * A circuit breaker: after repeated failures an endpoint is skipped for a while, and then a single request, the probe, decides whether it is
 * used again. Pure: the caller stores the state and passes the time (ms).
 */
export type Circuit =
  | { state: 'closed'; failures: number }
  | { state: 'open'; until: number; pause: number }
  | { state: 'half-open'; until: number; pause: number }

/** `failures` in a row open the circuit. It stays open for `firstPause`, then after each failed probe twice as long as before (ms). */
export const BREAKER = {
  failures: 3,
  firstPause: 30_000,
  longestPause: 300_000,
  /** After this time without a result a probe counts as lost, and the next request is the probe. */
  probe: 10_000,
}

export const CLOSED: Circuit = { state: 'closed', failures: 0 }

/** Whether a request may use the endpoint: always if closed, and as the probe once the pause is over. */
export const isPermitted = (circuit: Circuit, at: number): boolean => circuit.state === 'closed' || at >= circuit.until

/** The state when a request starts. A permitted request on an open circuit is the probe, so the next ones are not permitted. */
export const onStart = (circuit: Circuit, at: number): Circuit =>
  circuit.state === 'closed' || !isPermitted(circuit, at)
    ? circuit
    : { state: 'half-open', until: at + BREAKER.probe, pause: circuit.pause }

export const onSuccess = (): Circuit => CLOSED

/** The state after a failure. One that arrives while the circuit is open belongs to a request that started before, and changes nothing. */
export function onFailure(circuit: Circuit, at: number): Circuit {
  if (circuit.state === 'open') return circuit
  if (circuit.state === 'half-open') {
    const pause = Math.min(circuit.pause * 2, BREAKER.longestPause)
    return { state: 'open', until: at + pause, pause }
  }
  const failures = circuit.failures + 1
  if (failures < BREAKER.failures) return { state: 'closed', failures }
  return { state: 'open', until: at + BREAKER.firstPause, pause: BREAKER.firstPause }
}
