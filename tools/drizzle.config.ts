import { defineConfig } from 'drizzle-kit';

export default defineConfig({ dialect: 'postgresql', schema: './src/features/*/store/*schema.ts', out: './drizzle' });
