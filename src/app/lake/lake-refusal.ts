/** A place does not accept or return files. The message is the reason, without addresses or secrets. */
export class LakeRefusal extends Error {}
