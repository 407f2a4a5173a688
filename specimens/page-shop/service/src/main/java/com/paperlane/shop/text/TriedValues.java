package com.paperlane.shop.text;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/** A value is a number if it can be read as one, else a day if it can be read as one, else text. */
@Component
@ConditionalOnProperty(name = "shop.values", havingValue = "tried")
class TriedValues implements Values {
    private final Formats formats;

    TriedValues(Formats formats) {
        this.formats = formats;
    }

    @Override
    public String shown(String value, Locale locale) {
        try {
            return formats.number(number(value), locale);
        } catch (UnreadableValueException notANumber) {
            return dayOrText(value, locale);
        }
    }

    private String dayOrText(String value, Locale locale) {
        try {
            return formats.day(day(value), locale);
        } catch (UnreadableValueException notADay) {
            return value;
        }
    }

    private static BigDecimal number(String value) {
        try {
            return new BigDecimal(value);
        } catch (NumberFormatException e) {
            throw new UnreadableValueException(value, "number", e);
        }
    }

    private static LocalDate day(String value) {
        try {
            return LocalDate.parse(value);
        } catch (DateTimeParseException e) {
            throw new UnreadableValueException(value, "day", e);
        }
    }
}
