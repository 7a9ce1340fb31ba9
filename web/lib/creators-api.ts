import type { hc } from 'hono/client'
import type { CreatorsApi } from '../../workers/creators/index.ts'
import { client } from './api.ts'

type Client = ReturnType<typeof hc<CreatorsApi>>

/** Not in api.ts with the other clients, because that file is loaded with the first page. */
export const creators: ReturnType<typeof client<Client>> = client<Client>('/api/creators')
