import { recogniseKind } from '../../../kernel/identity/recognise.js';
import { SUBJECT_KINDS, type SubjectKind } from '../../../kernel/identity/subjects.js';
import { KIND_WORDS } from '../../../features/lookups/report/labels.js';
import { SelectField, TextField } from '../../components/controls.js';

/** An identity as it is typed; `chosen` corrects what it was taken for. */
interface TypedText {
  readonly text: string;
  readonly chosen: SubjectKind | null;
}
export const NOTHING_TYPED: TypedText = { text: '', chosen: null };

const MAX_LENGTH = 320;

export const kindOfTyped = ({ text, chosen }: TypedText): SubjectKind => chosen ?? recogniseKind(text) ?? 'email';

/** One identity and its kind, which follows from what is typed until it is chosen. */
export function IdentityField({ typed, onChange }: { readonly typed: TypedText; readonly onChange: (typed: TypedText) => void }) {
  return (
    <div className="form-row">
      <TextField
        label="Identity"
        required
        maxLength={MAX_LENGTH}
        literal
        value={typed.text}
        onChange={(text) => onChange({ ...typed, text: text })}
      />
      <SelectField
        label="Kind"
        options={SUBJECT_KINDS.map((kind) => [kind, KIND_WORDS[kind]])}
        value={kindOfTyped(typed)}
        onChange={(chosen) => onChange({ ...typed, chosen })}
      />
    </div>
  );
}
