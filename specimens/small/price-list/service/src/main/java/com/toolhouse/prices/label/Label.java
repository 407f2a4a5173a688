package com.toolhouse.prices.label;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import javax.imageio.ImageIO;

/** The label of a parcel: its number as a Code 39 bar code. */
public record Label(int customer, int grams) {
    static {
        ImageIO.setUseCache(false);
    }

    private static final int WIDTH = 800;
    private static final int HEIGHT = 300;
    private static final int MARGIN = 20;
    private static final int NARROW = 2;
    private static final int WIDE = 5;
    private static final int WHITE = 0xffffff;

    /** Nine bars and gaps by turns; W is a wide one. From the standard, ISO/IEC 16388. */
    private static final Map<Character, String> PATTERNS = Map.ofEntries(
            Map.entry('0', "nnnWWnWnn"),
            Map.entry('1', "WnnWnnnnW"),
            Map.entry('2', "nnWWnnnnW"),
            Map.entry('3', "WnWWnnnnn"),
            Map.entry('4', "nnnWWnnnW"),
            Map.entry('5', "WnnWWnnnn"),
            Map.entry('6', "nnWWWnnnn"),
            Map.entry('7', "nnnWnnWnW"),
            Map.entry('8', "WnnWnnWnn"),
            Map.entry('9', "nnWWnnWnn"),
            Map.entry('*', "nWnnWnWnn"));

    public void write(OutputStream out) throws IOException {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        fill(image, 0, WIDTH, WHITE);
        int x = MARGIN;
        for (char c : number().toCharArray()) {
            String pattern = PATTERNS.get(c);
            for (int i = 0; i < pattern.length(); i++) {
                int width = pattern.charAt(i) == 'W' ? WIDE : NARROW;
                if (i % 2 == 0) {
                    fill(image, x, width, 0);
                }
                x += width;
            }
            x += NARROW;
        }
        ImageIO.write(image, "png", out);
    }

    private String number() {
        return String.format("*%06d%06d*", customer, grams);
    }

    private static void fill(BufferedImage image, int x, int width, int colour) {
        for (int y = 0; y < HEIGHT; y++) {
            for (int i = x; i < x + width; i++) {
                image.setRGB(i, y, colour);
            }
        }
    }
}
