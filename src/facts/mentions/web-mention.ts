import type { Finding, Budget } from '../../kernel/values/source.js';

export interface WebMention {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  readonly matchConfidence: 'confirmed' | 'unconfirmed';
}

export interface MentionSearch {
  /** @param query searched for as an exact phrase */
  search(query: string, budget: Budget): Promise<Finding<readonly WebMention[]>>;
}
