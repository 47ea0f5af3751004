import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SiteSoftwareFile } from '../../../../src/engine/catalogue/entry-schema.js';
import { importMaigret } from '../../../../tools/importers/index.js';

export const discourse = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../../../catalogue/site-software/discourse.json', import.meta.url)), 'utf8'),
) as SiteSoftwareFile;

/** A site that is checked by texts of its pages. */
export const MESSAGE = {
  checkType: 'message',
  urlMain: 'https://forum.example.com/',
  url: 'https://forum.example.com/user/{username}',
  presenseStrs: ['<div class="profile-card">'],
  absenceStrs: ['This user does not exist'],
  usernameClaimed: 'northwind',
  usernameUnclaimed: 'noonewouldeverusethis7',
  tags: ['forum', 'q&a'],
};

export const sitesOf = (sites: Record<string, unknown>, engines: Record<string, unknown> = {}) =>
  importMaigret({ sites, engines, tags: [] }, { siteSoftware: [discourse] });
/** The site with other fields; what is undefined is left out, as in a file. */
export const one = (fields: Record<string, unknown>, engines?: Record<string, unknown>) =>
  sitesOf({ Site: JSON.parse(JSON.stringify({ ...MESSAGE, ...fields })) as unknown }, engines);
