/** A worker that takes a proof and looks at nothing: what workerd itself costs. */
export default {
  async fetch(request: Request): Promise<Response> {
    await request.json()
    return new Response('ok')
  },
}
