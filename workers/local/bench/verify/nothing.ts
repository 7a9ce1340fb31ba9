/** A worker that receives a proof and does not check it: the baseline cost of workerd. */
export default {
  async fetch(request: Request): Promise<Response> {
    await request.json()
    return new Response('ok')
  },
}
