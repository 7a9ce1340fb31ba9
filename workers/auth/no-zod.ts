/** Stands in for zod in the bundle (see wrangler.toml); nothing here ever asks for it. */
export {}
