/** The part of the package `pg` that the bench uses; its types are another package. */
declare module 'pg' {
  export class Pool {
    constructor(options: { host: string; port: number; user: string; database: string; max: number })
    query(sql: string, values?: unknown[]): Promise<{ rows: unknown[] }>
    on(event: 'error', handle: (error: Error) => void): void
  }
  const pg: { Pool: typeof Pool }
  export default pg
}
