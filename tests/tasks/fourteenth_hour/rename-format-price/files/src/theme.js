export const theme = {
  priceFormat: "bold",
  colour: "#224466",
};
