/**
 * Returns a query of the issues whose log has the change to their present status: `id`. In other issues, the
 * status never changed, or the log does not lead to the present status.
 */
export function loggedStatuses({ stay, repair, id }: Record<'stay' | 'repair' | 'id', string>): string {
  return `select ${id} from ${stay} where field_id = 'status' and left_ms is null and seq > 1
    except select ${id} from ${repair} where field_id = 'status' and kind = 'present-mismatch'`
}

/** The query over the issues of the store. */
export const STORED_LOGGED_STATUSES = loggedStatuses({ stay: 'stay', repair: 'repair', id: 'issue_id' })
