import { readJiraWebhook } from './jira/read-webhook.ts'
import type { WebhookHint } from './tracker.ts'

/** Reads the body of a webhook. Returns `null` for one from which nothing follows, such as that of a sprint. */
export function readWebhook(body: unknown): WebhookHint | null {
  return readJiraWebhook(body)
}
