package com.paperlane.shop.text;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Validator;
import java.util.Set;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/** By the validator of the whole application. */
@Component
@ConditionalOnProperty(name = "shop.checks", havingValue = "shared", matchIfMissing = true)
class SharedChecks implements Checks {
    private final Validator validator;

    SharedChecks(Validator validator) {
        this.validator = validator;
    }

    @Override
    public void check(Object value) {
        Set<ConstraintViolation<Object>> violations = validator.validate(value);
        if (!violations.isEmpty()) {
            throw new ConstraintViolationException(violations);
        }
    }
}
