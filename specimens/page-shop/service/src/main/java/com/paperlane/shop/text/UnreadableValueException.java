package com.paperlane.shop.text;

/** A value is not of the kind as which it was read. */
class UnreadableValueException extends RuntimeException {
    UnreadableValueException(String value, String kind, RuntimeException cause) {
        super(value + " is no " + kind, cause);
    }
}
