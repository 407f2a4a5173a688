package com.paperlane.shop.text;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Validation;
import jakarta.validation.ValidatorFactory;
import java.util.Set;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/** As the documentation of validation begins. */
@Component
@ConditionalOnProperty(name = "shop.checks", havingValue = "own")
class OwnChecks implements Checks {
    @Override
    public void check(Object value) {
        try (ValidatorFactory factory = Validation.buildDefaultValidatorFactory()) {
            Set<ConstraintViolation<Object>> violations = factory.getValidator().validate(value);
            if (!violations.isEmpty()) {
                throw new ConstraintViolationException(violations);
            }
        }
    }
}
