import type { Tables } from '../schema.ts';

/**
 * Every table with the columns of its key, by which it is read in parts, in an order in which rows can be put back. Null: left
 * out. What is made anew by itself: the search index. What must not come back to life: sessions, links, counted attempts.
 * Large bodies are written after their contents, wherever they are kept.
 */
export const backedUpTables = {
  meta: ['key'],
  id_block: ['name'],
  project: ['id'],
  run: ['id'],
  page: ['id'],
  content: ['sha256'],
  content_part: null,
  visit: ['run_id', 'page_id'],
  told_change: ['run_id', 'page_id'],
  found_match: ['run_id', 'page_id', 'place'],
  result_memory: ['page_id'],
  page_change: ['id'],
  feed_reader: ['name'],
  rendering: ['run_id', 'page_id'],
  exploration: ['id'],
  explored_state: ['exploration_id', 'number'],
  explored_content: ['exploration_id', 'state_number', 'part'],
  tried_action: ['exploration_id', 'place'],
  explored_news: ['exploration_id'],
  left_out: ['run_id', 'reason'],
  learned_rule: ['project_id', 'id'],
  page_memory: ['page_id'],
  listed_file: ['page_id'],
  signature: ['page_id'],
  quiet_signature: ['page_id'],
  alias: ['page_id'],
  read_mark: ['reader', 'project_id'],
  secret: ['name'],
  search_document: null,
  searched_run: null,
  outbox: ['id'],
  user_account: ['id'],
  user_session: null,
  user_link: null,
  api_token: ['id'],
  project_share: ['user_id', 'project_id'],
  login_attempt: null,
  audit_entry: ['id'],
  node: null,
  handed_run: null,
} as const satisfies Readonly<Record<keyof Tables, readonly string[] | null>>;
