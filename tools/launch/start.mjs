/** `npm start` and `npm run demo`: dependencies first, then the whole stack. Arguments go to src/main/dev.ts. */
import { entryArgs, launch } from './with-dependencies.mjs';

process.exitCode = await launch(entryArgs('src/main/dev.ts', process.argv.slice(2)), { watched: true });
