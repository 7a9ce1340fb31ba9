import { defineConfig } from 'drizzle-kit'

export default defineConfig({ dialect: 'turso', schema: ['./workers/*/{tables,invoice-tables,views}.ts'], out: './migrations' })
