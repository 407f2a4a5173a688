package main

import (
	"fmt"
	"math/rand/v2"
)

var (
	categories = []string{
		"Coffee", "Bakery", "Convenience", "Pizza", "Chicken", "Burgers", "Korean food", "Sushi", "Noodles", "Desserts", "Groceries",
		"Delivery", "Cosmetics", "Fashion", "Shoes", "Sports", "Books", "Cinema", "Travel", "Taxi", "Electronics", "Living", "Pets", "Games",
	}
	firsts = []string{
		"Morning", "Han River", "Blue", "Grandma's", "Seoul", "Little", "Green", "Lucky", "Moon", "Sunny", "Old Town", "Cloud", "Red",
		"Namsan", "Golden", "Urban", "Daily", "Pine", "Ocean", "Tiger", "Cherry", "Silver", "Jeju", "First",
	}
	seconds = []string{
		"Kitchen", "House", "Market", "Corner", "Factory", "Garden", "Station", "Table", "Club", "Studio", "Bros", "Lab", "Street", "Yard",
		"Works", "Company", "Place", "Pantry", "Shop", "Roasters",
	}
	summaries = []string{
		"quick to pick up on the way to work", "open until late, also on Sundays", "orders by app are ready in ten minutes",
		"points are doubled on members' day", "delivery is free from the third order on", "new branches in all larger stations",
	}
	seasons      = []string{"Spring", "Summer", "Autumn", "Winter", "Weekend", "Payday", "Lunch", "Midnight"}
	occasions    = []string{"festival", "sale", "welcome", "cashback", "special", "thank-you"}
	benefitKinds = []string{"FIRST_PAYMENT", "WEEKEND", "LUNCH", "DOUBLE_POINTS", "DELIVERY"}
	benefitTexts = []string{
		"1,000 won more off the first payment here", "5 % more on Saturday and Sunday", "from 11 to 14 a drink is added",
		"points count twice", "delivery costs nothing",
	}
)

func brandName(id int, random *rand.Rand) string {
	return fmt.Sprintf("%s %s %d", pick(random, firsts...), pick(random, seconds...), id)
}
