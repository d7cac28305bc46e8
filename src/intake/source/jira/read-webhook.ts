import { z } from 'zod'
import type { WebhookHint } from '../tracker.ts'

const id = z.union([z.string().regex(/^\d{1,19}$/), z.number().int().nonnegative().transform(String)])

const ofIssue = z.object({
  webhookEvent: z.string().optional(),
  issue: z.object({
    id,
    fields: z
      .object({ project: z.object({ id }) })
      .nullish()
      .catch(null),
  }),
})

const ofProject = z.object({ webhookEvent: z.string().startsWith('project_') })

/** Reads the body of a webhook of Jira. Returns `null` for one from which nothing follows, such as that of a sprint. */
export function readJiraWebhook(body: unknown): WebhookHint | null {
  const read = ofIssue.safeParse(body)
  if (!read.success) return ofProject.safeParse(body).success ? 'projects' : null
  const { webhookEvent, issue } = read.data
  return {
    issue: issue.id,
    project: issue.fields?.project.id ?? null,
    isDeletion: webhookEvent === 'jira:issue_deleted',
  }
}
