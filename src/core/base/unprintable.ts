/** Lone surrogates, control characters, and characters that change the direction of the text around them. */
export const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/u
