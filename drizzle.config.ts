import { defineConfig } from 'drizzle-kit'

export default defineConfig({ dialect: 'turso', schema: ['./workers/*/*tables.ts', './workers/*/views.ts'], out: './migrations' })
