import { fetchSources } from '../scripts/catalogue/source-wheels.js';
import { rebuild } from '../scripts/catalogue/rebuild.js';
const { result } = rebuild(fetchSources());
const s=result.refused.filter(r=>r.group==='sensitive'); console.log(s.length, s.filter(r=>r.reason.includes('its tag')).length);
const c=result.refused.filter(r=>r.group==='covered already'); const k:any={}; for(const r of c){const x=r.reason.replace(/".*"/,'').slice(0,40);k[x]=(k[x]??0)+1;} console.log(k);
const m=result.admitted.filter(p=>p.probes.username!.registered!.restsOnControl||p.probes.username!.absent?.restsOnControl); console.log('resting',m.length);
