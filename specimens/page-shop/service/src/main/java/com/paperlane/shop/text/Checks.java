package com.paperlane.shop.text;

/** Whether what came from outside may be used. */
public interface Checks {
    /** @throws jakarta.validation.ConstraintViolationException when it may not */
    void check(Object value);
}
