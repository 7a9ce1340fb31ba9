/** The contract whose admins see a page. Each has admins of its own; `any` is for the admins of both. */
export type AdminContract = 'OrderBook' | 'Platform' | 'any'

/** The pages of the panel. */
export type AdminPageName =
  | 'panel'
  | 'applications'
  | 'creators'
  | 'reports'
  | 'disputes'
  | 'fees'
  | 'tokens'
  | 'admins'
  | 'treasury'
  | 'log'
