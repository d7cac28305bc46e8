/** The condition on `field_id` that queries can name the values of a field: not text, numbers or dates. */
export const NAMED_FIELDS = `field_id not in (select id from field where kind in ('text', 'number', 'date', 'datetime'))`

/** Adds the names of incoming values that the store does not have. */
export const ADD_VALUE_NAMES = `insert into held_name
   select distinct field_id, value from incoming.stay where value is not null and ${NAMED_FIELDS}
   except select field_id, name from held_name`
