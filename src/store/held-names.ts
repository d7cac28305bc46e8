/** The condition on `field_id` that the values of a field have names people ask for: not texts, numbers or dates. */
export const NAMED_FIELDS = `field_id not in (select id from field where kind in ('text', 'number', 'date', 'datetime'))`

/** Adds the names that incoming stays give to values and the store did not have. */
export const HOLD_NAMES = `insert into held_name
   select distinct field_id, value from incoming.stay where value is not null and ${NAMED_FIELDS}
   except select field_id, name from held_name`
