package com.paperlane.shop.text;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Locale;
import java.util.regex.Pattern;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/** A value is looked at before it is read. */
@Component
@ConditionalOnProperty(name = "shop.values", havingValue = "recognised", matchIfMissing = true)
class RecognisedValues implements Values {
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,12}(\\.\\d{1,6})?");
    private static final Pattern DAY = Pattern.compile("\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])");

    private final Formats formats;

    RecognisedValues(Formats formats) {
        this.formats = formats;
    }

    @Override
    public String shown(String value, Locale locale) {
        if (NUMBER.matcher(value).matches()) {
            return formats.number(new BigDecimal(value), locale);
        }
        if (DAY.matcher(value).matches()) {
            return formats.day(LocalDate.parse(value), locale);
        }
        return value;
    }
}
